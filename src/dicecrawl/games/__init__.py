"""The games. Each package holds one ruleset as a value; none of them imports another."""
