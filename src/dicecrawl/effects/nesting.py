"""Sentences that point back, put under what they point to; and the way back, for the printer.

On paper, "Target every ally. Make a roll vs their Defense. If successful, they gain ..." is a list. What it means is a
tree: for each ally a roll, and under the roll what follows from it. `nest` builds that tree, `unnest` gives the list.
Both know the words; the language gets them through the ruleset.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import attrs

from dicecrawl.core.nodes import Effect, Entry, Node, Test
from dicecrawl.effects.aims import Target
from dicecrawl.effects.change import Gain, Gainable, Lose
from dicecrawl.effects.checks import Make, Succeeded, VsStat
from dicecrawl.effects.flow import Block, Clause, Error, IfThen, Otherwise, Row
from dicecrawl.effects.flow import Sequence as Joined
from dicecrawl.effects.pronouns import They
from dicecrawl.effects.selectors import Sel
from dicecrawl.effects.standing import ActionOffered

CardLookup = Callable[[str, str], Any]


def nest(node: Node, card: CardLookup, they: bool = False) -> Node:
    """A surface tree as it is performed; `they` says that somebody is meant by "they" from the start."""
    nested: Node = _nested(node, card, they)
    return nested


def _nested(node: Any, card: CardLookup, they: bool) -> Any:
    if isinstance(node, Block):
        return _block(node.sentences, node, card, they)
    if isinstance(node, Effect | Row) and not isinstance(node, Clause | Joined):
        changed = {}
        for f in attrs.fields(type(node)):
            value = getattr(node, f.name)
            if isinstance(value, Row):
                changed[f.name] = _nested(value, card, they)
            elif isinstance(value, tuple) and value and isinstance(value[0], Row):
                changed[f.name] = tuple(_nested(v, card, they) for v in value if isinstance(v, Row))
            elif isinstance(value, Clause | Joined | Block):
                named = they or getattr(node, "event", None) is not None
                changed[f.name] = _block(getattr(value, "sentences", (value,)), value, card, named)
        return attrs.evolve(node, **changed) if changed else node
    if isinstance(node, Clause | Joined):
        return _block((node,), node, card, they)
    changed = {}
    for f in attrs.fields(type(node)):
        value = getattr(node, f.name)
        if isinstance(value, Clause | Joined | Block):
            named = they or answered(node) is not None
            changed[f.name] = _block(getattr(value, "sentences", (value,)), value, card, named)
        elif isinstance(value, tuple) and any(isinstance(part, Entry) for part in value):
            changed[f.name] = tuple(_nested(part, card, they) for part in value)
    return attrs.evolve(node, **changed) if changed else node


def answered(node: Node) -> Node | None:
    """What names somebody for a rule or an ability: the event that it answers, those to whom it offers an action."""
    if isinstance(node, ActionOffered):
        return node.who
    return getattr(node, "event", None) or getattr(node, "occasion", None)


def _block(sentences: Sequence[Node], where: Node, card: CardLookup, they: bool) -> Block:
    flat: list[Node] = []
    for sentence in sentences:
        flat.extend(_plainly(sentence))
    joined: list[Node] = []
    for sentence in flat:
        before = joined[-1] if joined else None
        if isinstance(sentence, Otherwise) and isinstance(before, IfThen) and before.otherwise is None:
            joined[-1] = attrs.evolve(before, otherwise=sentence.then)
        elif not isinstance(sentence, Error):
            joined.append(sentence)
    inner = [s if isinstance(s, Clause) else _inside(s, joined[:i], card, they) for i, s in enumerate(joined)]
    return Block(tuple(_gathered(inner, card, they)), span=where.span)


def _inside(sentence: Node, before: Sequence[Node], card: CardLookup, they: bool) -> Node:
    named = they or any(_opens(s) == "they" for s in before)
    return _nested(sentence, card, named)  # type: ignore[no-any-return]


def _plainly(sentence: Node) -> list[Node]:
    """A sentence as a list of clauses: semicolons and "and" after a target become sentences of their own."""
    if isinstance(sentence, Joined):
        first, *riders = sentence.clauses
        flat = _plainly(first)
        made = _last_verb(flat[-1])
        for rider in riders:
            parts = _plainly(rider)
            if isinstance(made, Make):
                flat.extend(_rider(part, made) for part in parts)
            else:
                flat.extend(parts)
        return flat
    if not isinstance(sentence, Clause):
        return [sentence]
    clauses: list[Any] = []
    verbs: list[Any] = []
    for verb in _full_verbs(sentence.verbs):
        verbs.append(verb)
        if isinstance(verb, Target):
            clauses.append(attrs.evolve(sentence, verbs=tuple(verbs), limits=()))
            verbs = []
    if verbs:
        may = None if clauses else sentence.may
        clauses.append(attrs.evolve(sentence, verbs=tuple(verbs), may=may))
    return clauses


def _full_verbs(verbs: Iterable[Node]) -> list[Node]:
    full: list[Node] = []
    for verb in verbs:
        if isinstance(verb, Gainable):
            kind = type(full[-1]) if full and isinstance(full[-1], Gain | Lose) else Gain
            verb = kind(verb, elided=True, span=verb.span)
        full.append(verb)
    return full


def _rider(clause: Node, made: Make) -> Node:
    """What follows a roll after a semicolon: on success, done to (unless it says otherwise, by) the roll's target."""
    if isinstance(clause, Clause) and clause.subject is None and (made.attack or isinstance(made.against, VsStat)):
        clause = attrs.evolve(clause, subject=They(span=clause.span))
    return IfThen(Succeeded(span=clause.span), Block((clause,), span=clause.span), span=clause.span)


def _last_verb(sentence: Node) -> Node | None:
    return sentence.verbs[-1] if isinstance(sentence, Clause) and sentence.verbs else None


def _opens(sentence: Node) -> str:
    verb = _last_verb(sentence)
    return verb.opens if isinstance(verb, Effect) else ""


def free(node: Node) -> frozenset[str]:
    """What a tree points back to outside itself: "they", "roll", "damage"."""
    found = set(node.points())
    inner: frozenset[str] = frozenset()
    gathers = node.gathers if isinstance(node, Effect) else ""
    for f in attrs.fields(type(node)):
        value = getattr(node, f.name)
        children = value if isinstance(value, tuple) else (value,)
        points = frozenset[str]().union(*(free(c) for c in children if isinstance(c, Node)))
        if f.name == gathers:
            inner = points - (frozenset({"roll", "damage"}) if gathers == "then" else {"they", "roll", "damage"})
        else:
            found |= points
    if isinstance(node, Make) and isinstance(node.against, VsStat) and node.against.whose is None:
        found.add("they")
    if isinstance(node, Clause) and isinstance(node.subject, Sel):
        found |= {p for p in inner if p != "they"}
        return frozenset(found)
    return frozenset(found | inner)


def loose_ends(node: Node, given: frozenset[str] = frozenset()) -> list[tuple[str, Node]]:
    """Words that point back to nothing, each with what it wants: "they", "roll" or "damage". `given` is known outside."""
    found = [(what, node) for what in node.points() if what not in given]
    if isinstance(node, Make) and isinstance(node.against, VsStat) and node.against.whose is None and "they" not in given:
        found.append(("they", node))
    inside = given
    if answered(node) is not None:
        inside = given | {"they", "damage"}
    for f in attrs.fields(type(node)):
        value = getattr(node, f.name)
        children = value if isinstance(value, tuple) else (value,)
        known = inside
        if isinstance(node, Effect) and f.name == node.gathers:
            known = inside | ({"they"} if node.opens == "they" else {"roll", "damage"})
        for child in children:
            if isinstance(child, Node):
                if isinstance(node, Clause) and isinstance(node.subject, Sel):
                    known = known | {"they"}
                found.extend(loose_ends(child, known))
    return found


def _gathered(sentences: Sequence[Any], card: CardLookup, they: bool) -> list[Any]:
    out: list[Any] = []
    i = 0
    while i < len(sentences):
        sentence = sentences[i]
        i += 1
        if not isinstance(sentence, Clause):
            out.append(sentence)
            continue
        verb = _last_verb(sentence)
        implied: Any = verb.implied() if isinstance(verb, Make) and not they and _unaimed(verb) else None
        points = {"roll", "damage"} if _opens(sentence) == "roll" and implied is None else {"they", "roll", "damage"}
        if not _opens(sentence) and implied is None:
            out.append(_with_purpose(sentence, card))
            continue
        start = i
        while i < len(sentences) and free(sentences[i]) & points and not _aims_anew(sentences[i]):
            i += 1
        body = list(sentences[start:i])
        if implied is not None:
            inner = _gathered([sentence, *body], card, True)
            aimed = attrs.evolve(implied, body=tuple(inner), span=sentence.span)
            out.append(Clause(None, None, (_aim(aimed, card),), span=sentence.span))
        elif isinstance(verb, Target):
            aimed = attrs.evolve(verb, body=tuple(_gathered(body, card, True)))
            out.append(attrs.evolve(sentence, verbs=(*sentence.verbs[:-1], _aim(aimed, card))))
        elif isinstance(verb, Make):
            rolled = attrs.evolve(verb, then=tuple(_gathered(body, card, they)))
            out.append(_with_purpose(attrs.evolve(sentence, verbs=(*sentence.verbs[:-1], rolled)), card))
    return out


def _aims_anew(sentence: Node) -> bool:
    """Whether it chooses others; "Target them" goes on with those already chosen."""
    verb = _last_verb(sentence)
    return isinstance(verb, Target) and not any("they" in free(link) for link in verb.links)


def _unaimed(roll: Make) -> bool:
    return isinstance(roll.against, VsStat) and roll.against.whose is None


# -- what it is for the target (MO-84) ------------------------------------------------------------------------


def _aim(target: Any, card: CardLookup) -> Target:
    tones = [t for sentence in target.body for t in _tones(sentence, card)]
    mine = all(isinstance(link, Sel) and link.noun == "ally" for link in target.links)
    return attrs.evolve(target, attack="attack" in tones, purpose=purpose_of(tones, mine))  # type: ignore[no-any-return]


def _with_purpose(clause: Clause, card: CardLookup) -> Clause:
    if not isinstance(clause.subject, Sel):
        return clause
    tones = [_given(verb.tone(card)) for verb in clause.verbs if isinstance(verb, Effect)]
    for verb in clause.verbs:
        if isinstance(verb, Make):
            tones.extend(t for sentence in verb.then for t in _tones(sentence, card))
    return attrs.evolve(clause, purpose=purpose_of(tones, clause.subject.noun == "ally"))


def _given(tone: str) -> str:
    """What it is for those who do it: to be told to attack is an action given (MO-84)."""
    return "beneficial" if tone == "attack" else tone


def purpose_of(tones: Iterable[str], own_side: bool) -> str:
    """ "negative", "beneficial" or "neutral", from the tones of what is done. Ruling: MO-84."""
    kinds = {("neutral" if own_side else "negative") if tone == "moves" else tone for tone in tones} - {"neutral"}
    if "attack" in kinds:
        return "negative"
    if len(kinds) != 1:
        return "neutral"
    return kinds.pop()


def _own(node: Node) -> list[Node]:
    """The nodes below that act on the aim itself: not those under a target of their own."""
    found = [node]
    for child in node.children():
        if not isinstance(child, Target):
            found.extend(_own(child))
    return found


def _tones(node: Node, card: CardLookup) -> list[str]:
    tones: list[str] = []
    for inner in _own(node):
        if isinstance(inner, Clause):
            about_them = inner.subject is not None and "they" in free(inner.subject) | {
                "they" if "roll" in inner.subject.refers else ""
            }
            for verb in inner.verbs:
                if isinstance(verb, Effect) and (about_them or "they" in free(verb)):
                    tone = verb.tone(card)
                    if about_them:
                        tone = _given(tone)
                    if about_them or tone != "beneficial" or not isinstance(verb, Gain):
                        tones.append(tone)
    return tones


# -- the way back ---------------------------------------------------------------------------------------------


def unnest(node: Node) -> Node:
    """The surface tree that means the same, in canonical form: every rider under an "if successful"."""
    if isinstance(node, Block):
        return _surface(node)
    changed: dict[str, Any] = {}
    for f in attrs.fields(type(node)):
        value = getattr(node, f.name)
        if isinstance(value, Block):
            changed[f.name] = _surface(value) if f.name == "block" else _shortest(value)
        elif isinstance(value, Node):
            changed[f.name] = unnest(value)
        elif isinstance(value, tuple):
            changed[f.name] = tuple(unnest(v) if isinstance(v, Node) else v for v in value)
    return attrs.evolve(node, **changed) if changed else node


def _surface(block: Block) -> Block:
    flat: list[Node] = []
    for sentence in block.sentences:
        flat.extend(_flat(sentence))
    return Block(tuple(flat), span=block.span)


def _shortest(block: Effect) -> Effect:
    surface = _surface(block) if isinstance(block, Block) else block
    if isinstance(surface, Block) and len(surface.sentences) == 1 and isinstance(surface.sentences[0], Clause):
        return surface.sentences[0]
    return surface


def _test(test: Test) -> Test:
    shown = unnest(test)
    assert isinstance(shown, Test)
    return shown


def _spoken(verbs: Iterable[Node]) -> tuple[Any, ...]:
    """Verbs without those that the text leaves out after "and": `_full_verbs` read backwards."""
    spoken: list[Node] = []
    before: Node | None = None
    for verb in verbs:
        kind = type(before) if isinstance(before, Gain | Lose) else Gain
        shown: Node = verb
        if isinstance(verb, Gain | Lose) and verb.elided:
            shown = verb.what if before is not None and type(verb) is kind else attrs.evolve(verb, elided=False)
        spoken.append(shown)
        before = verb
    return tuple(spoken)


def _flat(sentence: Node) -> list[Node]:
    if isinstance(sentence, IfThen):
        flat: list[Node] = [attrs.evolve(sentence, test=_test(sentence.test), then=_shortest(sentence.then), otherwise=None)]
        if sentence.otherwise is not None:
            flat.append(Otherwise(_shortest(sentence.otherwise)))
        return flat
    if not isinstance(sentence, Clause):
        return [unnest(sentence)]
    verb = _last_verb(sentence)
    clause = attrs.evolve(sentence, verbs=_spoken(sentence.verbs), purpose="neutral")
    if isinstance(verb, Target):
        below = [s for inner in verb.body for s in _flat(inner)]
        if verb.implicit:
            return below
        bare = attrs.evolve(verb, body=(), attack=False, purpose="neutral")
        return [attrs.evolve(clause, verbs=(*clause.verbs[:-1], bare)), *below]
    if isinstance(verb, Make):
        below = [s for inner in verb.then for s in _flat(inner)]
        return [attrs.evolve(clause, verbs=(*clause.verbs[:-1], attrs.evolve(verb, then=()))), *below]
    return [clause]
