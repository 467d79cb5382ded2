"""A library: every card of some packs, read, bound and checked. Nothing is used unless all of it is sound."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Any

import attrs
from attrs import define, field, frozen

from dicecrawl.core.definitions import Ability, Definition, Draft
from dicecrawl.core.nodes import Declaration, Effect, Entry, Node, Standing
from dicecrawl.core.ruleset import Ruleset
from dicecrawl.core.save import digest_of
from dicecrawl.core.state import Waiting
from dicecrawl.errors import ContentError, UnknownName
from dicecrawl.language.bind import Names, bind_names
from dicecrawl.language.build import Builder
from dicecrawl.language.checks import check_library
from dicecrawl.language.grammar import load_tables
from dicecrawl.language.parse import Parsed, Parser
from dicecrawl.language.problems import Problem
from dicecrawl.language.shelf import Shelf, read_shelf, write_shelf
from dicecrawl.language.source import Source, same_name

_NONE: dict[str, Definition] = {}


@define(slots=True, eq=False)
class Library:
    """The cards of a game, by kind and name, and the rules that wait, by key."""

    ruleset: Ruleset
    cards: dict[str, dict[str, Definition]] = field(factory=dict)
    waiting: dict[str, Standing] = field(factory=dict)
    sources: dict[str, Source] = field(factory=dict)
    names: Names = field(factory=Names)
    digest: str = ""  # of the texts it was read from, in whatever files they stood
    shelf: Shelf | None = None  # cards known from an earlier reading, taken out when they are asked for
    listed: dict[str, tuple[Definition, ...]] = field(factory=dict)  # the cards of a kind by name, once asked for
    _parsed: dict[str, Parsed] = field(factory=dict)

    def get(self, kind: str, name: str) -> Definition:
        """The card of that kind and name; raises `UnknownName` with the nearest one."""
        card = self.cards.get(kind, _NONE).get(name) or self.find(kind, name)
        if card is not None:
            return card
        known = self._known(kind)
        near = get_close_matches(same_name(name), [same_name(k) for k in known], 1, 0.6)
        best = next((k for k in known if near and same_name(k) == near[0]), None)
        advice = f"did you mean {best!r}?" if best else f"known: {', '.join(known) or 'none'}"
        raise UnknownName(f"there is no {kind} called {name!r}; {advice}")

    def all(self, kind: str) -> tuple[Definition, ...]:
        """Every card of a kind, by name."""
        found = self.listed.get(kind)
        if found is None:
            found = tuple(self.get(kind, name) for name in self._known(kind))
            if found:
                self.listed[kind] = found
        return found

    def kinds(self) -> tuple[str, ...]:
        """The kinds of card there are."""
        return tuple(sorted({*self.cards, *(self.shelf.cards if self.shelf is not None else ())}))

    def kind_of(self, name: str, kinds: Iterable[str]) -> str | None:
        """Which of these kinds has a card of that name."""
        return next((kind for kind in kinds if self.find(kind, name) is not None), None)

    def rule(self, key: str) -> Standing | None:
        """The rule that a sentence of that key sets up; None when there is no such sentence."""
        if key not in self.waiting and self.shelf is not None:
            kind, _, rest = key.partition(":")
            self.find(kind, rest.rpartition(":")[0])
        return self.waiting.get(key)

    def waiting_rule(self, waiting: Waiting) -> Standing:
        """The rule that a waiting effect set up."""
        rule = self.waiting.get(waiting.key) or self.rule(waiting.key)
        if rule is None:
            raise UnknownName(f"no sentence has the key {waiting.key!r}: the save belongs to other content")
        return rule

    @property
    def parsed(self) -> dict[str, Parsed]:
        """Each text as it was parsed, with its words; read again where the cards are known from an earlier reading."""
        if not self._parsed:
            parser = parser_for(self.ruleset)
            self._parsed.update((name, parser.parse(source)) for name, source in self.sources.items())
        return self._parsed

    def _known(self, kind: str) -> list[str]:
        """The names of the cards of a kind, sorted."""
        shelved = self.shelf.cards.get(kind, _NONE) if self.shelf is not None else _NONE
        return sorted({*self.cards.get(kind, _NONE), *shelved})

    def find(self, kind: str, name: str) -> Definition | None:
        """The card of that kind and name, however it is spelled, or which is also called so."""
        cards = self.cards.get(kind, _NONE)
        for spelled in (name, self.names.tables.get(kind, {}).get(same_name(name), name)):
            if spelled in cards:
                return cards[spelled]
            tree = self.shelf.take(kind, spelled) if self.shelf is not None else None
            if tree is not None:
                return add_card(self, _draft(tree), tree)
        return None


@frozen(slots=True, eq=False)
class Loaded:
    """A library and everything that is wrong with it."""

    library: Library
    problems: tuple[Problem, ...]
    sources: dict[str, Source]

    def demand(self) -> Library:
        """The library, if nothing is wrong with it; else raises `ContentError` with every problem."""
        errors = [p for p in self.problems if p.severity == "error"]
        if errors:
            from dicecrawl.language.render import render_all

            raise ContentError(errors, render_all(errors, self.sources))
        return self.library


@lru_cache(maxsize=16)
def parser_for(ruleset: Ruleset) -> Parser:
    """The parser of a game's language."""
    names = (*ruleset.stats, *ruleset.counters, *ruleset.tags)
    return Parser(Builder(load_tables(ruleset.grammars), ruleset.effects), names=names)


def reopen_library(ruleset: Ruleset, sources: Sequence[Source]) -> Loaded:
    """The same as `load_library`, from the user's cache if these texts were read before and nothing was wrong with them."""
    shelf = read_shelf(ruleset, sources)
    if shelf is None:
        loaded = load_library(ruleset, sources)
        library = loaded.library
        if not loaded.problems:
            cards = (card for kind in library.kinds() for card in library.all(kind))
            write_shelf(ruleset, sources, cards, library.names.tables)
        return loaded
    library = _library_of(ruleset, sources)
    library.names, library.shelf = Names(shelf.names), shelf
    return Loaded(library, (), library.sources)


def _library_of(ruleset: Ruleset, sources: Sequence[Source]) -> Library:
    digest = digest_of("".join(sorted(digest_of(source.text) for source in sources)))
    return Library(ruleset, sources={s.name: s for s in sorted(sources, key=lambda s: s.name)}, digest=digest)


def load_library(ruleset: Ruleset, sources: Sequence[Source], parser: Parser | None = None) -> Loaded:
    """Read, bind and check these sources together. The order of the sources changes nothing."""
    parser = parser or parser_for(ruleset)
    problems: list[Problem] = []
    library = _library_of(ruleset, sources)
    drafts: list[tuple[Draft, Declaration]] = []
    for source in library.sources.values():
        parsed = library._parsed[source.name] = parser.parse(source)
        problems.extend(parsed.problems)
        drafts.extend((_draft(d), d) for d in parsed.declarations if isinstance(d, Declaration))
    drafts = _without_doubles(drafts, problems)
    drafts.sort(key=lambda pair: (pair[0].kind, pair[0].name))
    names = library.names = _names(ruleset, drafts)
    for kind in names.tables:  # cards that could not be read exist all the same: nothing follows from their fault
        names.add(kind, (name for parsed in library.parsed.values() for name in parsed.lost_names))
    looked = {(draft.kind, same_name(draft.name)): draft for draft, _ in drafts}

    def card(kind: str, name: str) -> Any:
        return looked.get((kind, same_name(name))) or Draft(kind, name, Declaration(name=None).span)  # type: ignore[arg-type]

    told = {(p.span.file, p.span.start) for p in problems}
    for draft, declaration in drafts:
        found: list[Problem] = []
        tree = bind_card(ruleset, declaration, names, card, found)
        problems.extend(p for p in found if (p.span.file, p.span.start) not in told)
        add_card(library, draft, tree)
    if not any(p.severity == "error" for p in problems):
        problems.extend(check_library(library))
    problems.sort(key=lambda p: (p.span.file, p.span.start, p.code))
    return Loaded(library, tuple(problems), library.sources)


def add_card(library: Library, draft: Draft, tree: Declaration) -> Definition:
    """Put a card into the library, its tree bound and nested."""
    _read(draft, tree)
    card = _keyed(draft.finish(tree), library)
    library.cards.setdefault(card.kind, {})[card.name] = card
    return card


def _draft(declaration: Declaration) -> Draft:
    draft = Draft(declaration.kind, declaration.name.text, declaration.name.span)
    draft.strength = getattr(declaration, "parameter", None) is not None
    for item in getattr(declaration, "items", ()):
        if isinstance(item, Entry) and item.early:
            item.write(draft)
    return draft


def _without_doubles(drafts: list[tuple[Draft, Declaration]], problems: list[Problem]) -> list[tuple[Draft, Declaration]]:
    seen: dict[tuple[str, str], Draft] = {}
    kept = []
    for draft, declaration in drafts:
        key = (draft.kind, same_name(draft.name))
        first = seen.get(key)
        if first is not None:
            problems.append(
                Problem(
                    "E110",
                    f"the {draft.kind} '{draft.name}' is declared twice",
                    draft.span,
                    "the second one",
                    ("give one of them another name, or remove it",),
                    also=first.span,
                    also_label="the first one",
                )
            )
            continue
        seen[key] = draft
        kept.append((draft, declaration))
    return kept


def _names(ruleset: Ruleset, drafts: Sequence[tuple[Draft, Declaration]]) -> Names:
    names = Names()
    names.add("stat", ruleset.stats)
    names.add("knob", (*ruleset.knobs, *ruleset.own_numbers))
    names.add("counter", ruleset.counters)
    names.add("tag", ruleset.tags)
    for draft, declaration in drafts:
        kind = draft.kind if draft.kind in ("condition", "item") else "creature"
        for kind_of in dict.fromkeys((draft.kind, kind)):
            names.add(kind_of, [draft.name])
            if kind_of == "creature":
                plural = f"{draft.name[:-1]}ves" if draft.name.endswith("f") else f"{draft.name}s"
                names.tables.setdefault("creatures", {})[same_name(plural)] = draft.name
            if "called" in draft.fields:
                names.tables[kind_of][same_name(str(draft.fields["called"]))] = draft.name
        names.add("form", draft.fields.get("forms", ()))
        headed = (item.ability_name() for item in getattr(declaration, "items", ()) if isinstance(item, Entry))
        names.add("any ability", [name.text for name in headed if name is not None])
    return names


def bind_card(ruleset: Ruleset, declaration: Declaration, names: Names, card: Any, problems: list[Problem]) -> Declaration:
    """A declaration with its names looked up and its sentences nested."""
    items = getattr(declaration, "items", ())
    headed = [item.ability_name() for item in items if isinstance(item, Entry)]
    early = _draft(declaration)
    own = [declaration.name.text, *(str(early.fields[f]) for f in ("called",) if f in early.fields)]
    mine = names.within(ability=[name.text for name in headed if name is not None], own_name=own)
    bound = bind_names(declaration, mine, problems)
    nested = tuple(ruleset.nest(item, card) for item in bound.items)
    return attrs.evolve(bound, items=nested)  # type: ignore[no-any-return]


def _read(draft: Draft, tree: Declaration) -> None:
    draft.tags.clear()
    for item in getattr(tree, "items", ()):
        if isinstance(item, Entry):
            item.write(draft)
        elif isinstance(item, Standing):
            draft.rules.append(item.in_force())


def _keyed(card: Definition, library: Library) -> Definition:
    """The card with a key on every sentence that can wait, each known to the library."""
    count = 0

    def key(node: Any) -> Any:
        nonlocal count
        changed: dict[str, Any] = {}
        if isinstance(node, Effect) and hasattr(node, "key"):
            count += 1
            changed["key"] = f"{card.kind}:{card.name}:{count}"
        for f in attrs.fields(type(node)):
            value = getattr(node, f.name)
            if isinstance(value, Node):
                new: Any = key(value)
            elif isinstance(value, tuple) and any(isinstance(v, Node) for v in value):
                new = tuple(key(v) if isinstance(v, Node) else v for v in value)
            else:
                continue
            if new is not value:
                changed[f.name] = new
        return attrs.evolve(node, **changed) if changed else node

    def register(node: Node) -> None:
        for inner in node.walk():
            rule = inner.rule() if isinstance(inner, Effect) else None
            if rule is not None:
                library.waiting[str(getattr(inner, "key", ""))] = rule

    abilities: list[Ability] = []
    for ability in card.abilities:
        block = key(ability.block)
        register(block)
        abilities.append(attrs.evolve(ability, block=block))
    return attrs.evolve(card, abilities=tuple(abilities))


def read_folder(root: Path, shown: str = "") -> tuple[Source, ...]:
    """Every `.crawl` file under a folder, in one fixed order; names are shown relative to `shown`, with forward slashes."""
    found = sorted(p for p in root.rglob("*") if p.suffix.lower() == ".crawl" and p.is_file())
    sources = []
    for path in found:
        name = f"{shown}{path.relative_to(root).as_posix()}"
        sources.append(Source.of(path.read_text(encoding="utf-8"), name))
    return tuple(sorted(sources, key=lambda s: s.name))
