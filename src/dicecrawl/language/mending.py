"""Advice, small repairs, and what is left to say when nothing helps."""

from __future__ import annotations

from collections.abc import Sequence

from dicecrawl.language.advice import Advice, word_advice
from dicecrawl.language.automaton import FULL, NOT_WRITTEN
from dicecrawl.language.phrases import alternatives
from dicecrawl.language.problems import Problem
from dicecrawl.language.repairs import NAMES, SIGN_OF, UNKNOWN, Kind, Repair, repairs
from dicecrawl.language.scene import Edit, Found, Scene


def advised(scene: Scene, index: int) -> Found | None:
    """A mistake that people often make, known from examples."""
    token = scene.tokens[index]
    advice: Advice | None = scene.guide.advice.at(scene.states(index), token)
    if advice is None and token.type in UNKNOWN:
        advice = word_advice(scene.text(index))
    if advice is None:
        return None
    note = f"help: {advice.help}" if advice.help else ""
    return scene.at(index, advice.code, advice.message, advice.label, note), safe_edit(scene, index)


def safe_edit(scene: Scene, index: int) -> Edit | None:
    """A repair that leaves no doubt about what is meant, for a fault that has been told otherwise."""
    without = without_block(scene, index)
    if without is not None:
        return without
    for repair in repairs(scene.automaton, scene.tokens, index, scene.before):
        if repair.kind is Kind.SIGN:
            return _edit(scene, repair, sure=True)
    return None


def _edit(scene: Scene, repair: Repair, *, sure: bool) -> Edit:
    at = scene.tokens[repair.start].start if repair.stop > repair.start else scene.tokens[repair.start - 1].end
    return Edit(repair.start, repair.stop, scene.made_up(repair.types, at, sure=sure))


def without_block(scene: Scene, index: int) -> Edit | None:
    """A colon that should not be there, left out together with the block that it opens."""
    if scene.tokens[index].type != "_COLON" or scene.automaton.runs(scene.states(index), scene.tokens, index + 2) < 2:
        return None
    end = scene.layout.matching(index + 1)
    kept = scene.tokens[index + 2 : end]
    return Edit(index, end + 1, tuple(kept))


def repaired(scene: Scene, index: int) -> Found | None:
    """A mistake that one word or sign more, less or otherwise would mend."""
    without = without_block(scene, index)
    if without is not None:
        return scene.at(index, "E023", "':' does not belong here", "remove it", fix=""), without
    found = repairs(scene.automaton, scene.tokens, index, scene.before)
    if not found:
        return None
    best = found[0]
    alike = [r for r in found if r.kind == best.kind and (r.reads >= FULL) == (best.reads >= FULL)]
    sign = bool(best.types) and best.types[0] in SIGN_OF
    return _said(scene, index, best, alike), _edit(
        scene, best, sure=sign or (best.kind in (Kind.WORD, Kind.WORD_BEFORE) and len(alike) == 1)
    )


def _said(scene: Scene, index: int, best: Repair, alike: Sequence[Repair]) -> Problem:
    phrases, states = scene.guide.phrases, scene.states(index)
    types = [r.types[0] for r in alike if r.types]
    if best.kind is Kind.SIGN:
        type_ = best.types[0]
        name = phrases.terminal(type_)
        message = "this sentence is not finished" if type_ == "_DOT" else f"{name} is missing"
        return scene.after(index, "E020" if type_ == "_DOT" else "E021", message, f"add {name} here", fix=SIGN_OF[type_])
    if best.kind in (Kind.WORD, Kind.WORD_BEFORE):
        at = best.start
        here = scene.states(at)
        ideas, wanted = phrases.concepts(here, types), phrases.expected(here, types)
        if best.kind is Kind.WORD_BEFORE and len(types) < 5:  # few enough to name
            wanted = alternatives([phrases.terminal(type_) for type_ in sorted(types)])
        message = f"{wanted} is missing" if len(ideas) == 1 else "something is missing"
        before = f"before {scene.shown(at)}" if scene.tokens[at].type not in NOT_WRITTEN else "here"
        label = "add it here" if len(ideas) == 1 else f"expected {wanted}"
        return scene.after(at, "E022", f"{message} {before}", label, scene.context(at))
    unknown = scene.tokens[index].type == "WORD"
    if best.kind is Kind.DROP:
        if unknown:
            expected = f"note: here I {scene.expected(index)}"
            return _unknown(scene, index, "leave it out, or say it in other words", expected)
        return scene.at(
            index,
            "E023",
            f"{scene.shown(index)} does not belong here",
            "remove it",
            f"note: here I {scene.expected(index)}",
            fix="",
        )
    if best.kind in (Kind.SWAP, Kind.SWAP_BEFORE) and types[0] in SIGN_OF and scene.tokens[best.start].type in SIGN_OF:
        name = phrases.terminal(types[0])
        message = f"{name} belongs here, not {scene.shown(best.start)}"
        return scene.at(best.start, "E026", message, f"write '{SIGN_OF[types[0]]}' instead", fix=SIGN_OF[types[0]])
    if best.kind is Kind.SWAP:
        wanted = f"expected {phrases.expected(states, types)}"
        if unknown:
            return _unknown(scene, index, wanted)
        message = f"{scene.shown(index)} cannot come here"
        return scene.at(index, "E040", message, wanted, scene.context(index), _subject(scene, index))
    if best.kind is Kind.DROP_BEFORE:
        message = f"{scene.shown(index - 1)} does not belong before {scene.shown(index)}"
        return scene.at(index - 1, "E023", message, "remove it", fix="")
    earlier = scene.states(index - 1)
    wanted = f"expected {phrases.expected(earlier, types)}"
    message = f"{scene.shown(index - 1)} cannot stand before {scene.shown(index)}"
    return scene.at(index - 1, "E040", message, wanted)


def _unknown(scene: Scene, index: int, label: str = "", *notes: str) -> Problem:
    said = f"'{scene.text(index)}' is not a word of this language"
    return scene.at(index, "E014", said, label or scene.expected(index), *notes, scene.context(index))


def impossible(scene: Scene, index: int) -> Problem:
    """What is said when nothing is recognised: what stands here, and what was expected."""
    token = scene.tokens[index]
    if token.type == "WORD":
        return _unknown(scene, index)
    if token.type in ("_DEDENT", "$END"):
        message = "this sentence is not finished" if index else "there is nothing to read"
        return scene.after(index, "E020", message, scene.expected(index), scene.context(index))
    if scene.layout.first_on_line(index) and scene.layout.begins_anew(index):
        return scene.after(index, "E020", "this sentence is not finished", scene.expected(index), scene.context(index))
    return scene.at(index, "E040", f"{scene.shown(index)} cannot come here", scene.expected(index), scene.context(index))


def _subject(scene: Scene, index: int) -> str:
    start = scene.layout.sentence_start(index)
    if start == index - 1 and scene.tokens[start].type in NAMES:
        return "help: a sentence begins with a verb, or with who acts and then a verb"
    return ""


def give_up(scene: Scene, index: int) -> Edit:
    """Skip the rest of a sentence; under a broken heading, the block is still read."""
    states = scene.states(index)
    depth, stop, block = scene.layout.give_up(index, states)
    if block:
        following = scene.tokens[stop + 2].type
        opens = ("_COLON", "_INDENT", "ERROR" if following in ("_DEDENT", "$END") else following)
        for kept in range(len(states), depth - 1, -1):
            if scene.automaton.steps(states[:kept], opens) is not None:
                return Edit(index, stop, (), kept)
        for head in scene.guide.heads:
            if scene.automaton.steps(states[:depth], (*head, *opens)) is not None:
                return Edit(index, stop, scene.made_up(head, scene.tokens[stop].start, sure=True), depth)
        stop = scene.layout.matching(stop + 1) + 1
    start, end = scene.tokens[index].start, scene.tokens[max(index, stop - 1)].end
    error = scene.token(
        "ERROR", scene.source.raw[start:end] if stop > index else "", start, max(start, end) if stop > index else start
    )
    return Edit(index, stop, (error,), depth)
