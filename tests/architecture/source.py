"""Reading our own source for the laws in this folder: what stands in code, apart from docstrings and comments."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

CHECKOUT = Path(__file__).resolve().parents[2]
PACKAGE = CHECKOUT / "src" / "dicecrawl"

DECLARATION = re.compile(r"""^[a-z]+ +(?:["“](?P<quoted>[^"”]+)["”]|(?P<plain>[^\W\d_a-z][^\[("“:.]*))""")


class Word(NamedTuple):
    """A string constant or an identifier in a line of Python."""

    text: str
    line: int
    is_name: bool


def python_files(*rooms: Path) -> list[Path]:
    """Every Python file below the rooms that exist, in a fixed order."""
    return sorted(path for room in rooms for path in room.rglob("*.py"))


def words(source: str) -> Iterator[Word]:
    """Every string constant that is no docstring and exports no name, and every identifier, of one module."""
    tree = ast.parse(source)
    aside = {id(node) for node in (*_docstrings(tree), *_exported(tree))}
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in aside:
                yield Word(text, node.lineno, is_name=False)
            case ast.Name(id=text) | ast.Attribute(attr=text):
                yield Word(text, node.lineno, is_name=True)
            case ast.arg(arg=text):
                yield Word(text, node.lineno, is_name=True)
            case ast.keyword(arg=str(text)):
                yield Word(text, node.lineno, is_name=True)
            case ast.FunctionDef(name=text) | ast.AsyncFunctionDef(name=text) | ast.ClassDef(name=text):
                yield Word(text, node.lineno, is_name=True)
            case ast.ImportFrom(module=str(text)):
                yield Word(text, node.lineno, is_name=True)
            case ast.alias(name=text):
                yield Word(text, node.lineno, is_name=True)


def _docstrings(tree: ast.Module) -> Iterator[ast.Constant]:
    """Bare strings that stand as a statement: docstrings, and the strings that describe a field."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str()) as text):
                yield text


def _exported(tree: ast.Module) -> Iterator[ast.expr]:
    """The strings of `__all__`: they are names of Python, and stand in the module as identifiers anyway."""
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id="__all__")], value=ast.List(elts=names) | ast.Tuple(elts=names)):
                yield from names


def printed_names(text: str) -> set[str]:
    """The names that a content file declares: the quoted or capitalised words after a word at column 0."""
    found = (DECLARATION.match(line) for line in text.splitlines())
    return {(match["quoted"] or match["plain"]).strip() for match in found if match}
