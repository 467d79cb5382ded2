"""The words every game shares, by family. A class here and the grammar rule of its name belong together."""
