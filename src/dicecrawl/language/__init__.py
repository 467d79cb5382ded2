"""Text to definitions and back: words, lexer, tables, parser with recovery, builder, binding, checks, printer, library."""
