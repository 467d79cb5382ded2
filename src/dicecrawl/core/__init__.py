"""The core: state, events, dice, decisions and rules. It knows no game, no syntax and no printed name."""
