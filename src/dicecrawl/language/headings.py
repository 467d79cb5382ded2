"""Faults of layout: unfinished sentences, headings without colon, word or block, lines outside their card."""

from __future__ import annotations

from dicecrawl.language.automaton import NOT_WRITTEN, States
from dicecrawl.language.lexer import Token, tokenize_block
from dicecrawl.language.limits import bounded_literals
from dicecrawl.language.phrases import alternatives
from dicecrawl.language.repairs import NAMES, SIGN_OF, UNKNOWN
from dicecrawl.language.scene import BACK, Edit, Found, Scene


def unfinished(scene: Scene, index: int) -> Found | None:
    """A sentence without its full stop, or one that breaks off."""
    for start in range(index, max(scene.layout.sentence_start(index), index - BACK), -1):
        states = scene.before(start)
        if states is None or scene.tokens[start].type in NOT_WRITTEN or scene.tokens[start].type in SIGN_OF:
            continue
        first = scene.layout.first_on_line(start)
        if not first and not (start == index and scene.text(start)[:1].isupper()):
            continue
        after = scene.automaton.step(states, "_DOT")
        if after is not None and scene.automaton.runs(after, scene.tokens, start) >= index - start + 2:
            return _stop_missing(scene, start)
    return _broken_off(scene, index)


def _broken_off(scene: Scene, index: int) -> Found | None:
    """A sentence that stops in its middle, where the next line begins a new one."""
    states = scene.states(index)
    if not (scene.layout.first_on_line(index) and scene.layout.begins_anew(index)):
        return None
    depth, _, _ = scene.layout.give_up(index, states)
    after = scene.automaton.step(states[:depth], "ERROR")
    if after is None or scene.automaton.runs(after, scene.tokens, index) < 2:
        return None
    start, end = scene.tokens[scene.layout.sentence_start(index)].start, scene.tokens[index - 1].end
    error = scene.token("ERROR", scene.source.raw[start:end], end, end)
    problem = scene.after(index, "E020", "this sentence is not finished", scene.expected(index), scene.context(index))
    return problem, Edit(index, index, (error,), depth)


def _stop_missing(scene: Scene, index: int) -> Found:
    label = "a full stop '.' is missing here"
    problem = scene.after(index, "E020", "this sentence is not finished", label, fix=".")
    at = scene.tokens[index - 1].end
    return problem, Edit(index, index, (scene.token("_DOT", ".", at, at),))


def headless(scene: Scene, index: int) -> Found | None:
    """A heading that has lost its colon, or a colon that makes a heading of a sentence."""
    states, token = scene.states(index), scene.tokens[index]
    opened = scene.automaton.steps(states, ("_COLON", "_INDENT"))
    if opened is None or index == 0:
        return None
    taken = int(token.type in ("_DOT", "_COMMA", "_SEMI"))
    reads = scene.automaton.runs(opened, scene.tokens, index + taken)
    if reads < (2 if scene.layout.first_on_line(index) else 8):
        return None
    deeper = scene.layout.first_on_line(index) and scene.layout.indent(index) > scene.layout.indent(index - 1)
    if scene.automaton.step(states, "_COMMA") is not None and not deeper:
        return None
    if taken:
        problem = scene.at(index, "E024", "a heading ends with a colon", "write ':' here", fix=":")
    else:
        problem = scene.after(index, "E024", "this heading has no colon", "add ':' here", fix=":")
    at, stop = scene.tokens[index - 1].end, scene.layout.block_end(index + taken)
    heading = scene.layout.indent(scene.layout.sentence_start(index))
    start, end = scene.tokens[index + taken].start, max(t.end for t in scene.tokens[index + taken : stop])
    block = tokenize_block(scene.source, scene.guide.words, start, end, heading)
    bounded_literals(scene.source, block, scene.limits)
    return problem, Edit(index, stop, (scene.token("_COLON", ":", at, at), scene.token("_INDENT", "", at, at), *block))


def lone_heading(scene: Scene, index: int) -> Found | None:
    """A word that stands alone on the line before this token, as a heading does, but has no colon."""
    last = index - 1
    alone = scene.layout.first_on_line(last) and scene.layout.first_on_line(index)
    if not alone or scene.layout.indent(index) <= scene.layout.indent(last):
        return None
    return headless(scene, index)


def outside(scene: Scene, index: int) -> Found | None:
    """A line that should stand under a card's heading, or a card that does not begin at the start of its line."""
    states, token = scene.states(index), scene.tokens[index]
    if not scene.cards and index == 0 and scene.text(index).casefold() in scene.guide.words.declarations:
        help_ = "help: give only the sentences of one ability; cards stand in files of content"
        return scene.at(index, "E018", "a card cannot stand here", "only sentences are read here", help_), None
    if not scene.cards or token.type in ("$END", "_DEDENT"):
        return None
    declared = scene.guide.words.declarations.get(scene.text(index).casefold())
    if declared is not None and token.type != declared and scene.layout.first_on_line(index):
        return _indented_card(scene, index, declared)
    if scene.automaton.step(states, "$END") is None:
        return None
    back = index
    while back > 0 and scene.tokens[back - 1].type == "_DEDENT":
        back -= 1
        inside = scene.before(back)
        if inside is not None and scene.automaton.runs(inside, scene.tokens, index) >= 2:
            problem = scene.at(
                index,
                "E041",
                "this line stands outside any card",
                "indent it under the heading of its card",
                "note: only the first line of a card stands at the very start of its line",
            )
            return problem, Edit(back, index, closes=scene.layout.card_end(index))
    return nameless_heading(scene, index) or _no_card(scene, index)


def _no_card(scene: Scene, index: int) -> Found:
    accepted = scene.automaton.accepts(scene.states(index))
    words = [word for word, type_ in scene.guide.words.declarations.items() if type_ in accepted]
    problem = scene.at(
        index,
        "E041",
        "this text stands outside any card",
        "a card begins with " + alternatives([f"'{word}'" for word in sorted(words)]),
        "help: put '#' before a remark, or blanks before a line that belongs to the card above",
    )
    stop = scene.layout.card_end(index, headed=True)
    start, end = scene.tokens[index].start, scene.tokens[stop - 1].end
    return problem, Edit(index, stop, (scene.token("ERROR", scene.source.raw[start:end], start, end),))


def _indented_card(scene: Scene, index: int, declared: str) -> Found | None:
    states: States | None = scene.states(index)
    token = scene.tokens[index]
    closing: list[Token] = []
    while states is not None and len(closing) < 8:
        after = scene.automaton.step(states, declared)
        if after is not None:
            if scene.automaton.runs(after, scene.tokens, index + 1) < 2:
                return None
            problem = scene.at(index, "E027", "a card begins at the very start of its line", "take away the blanks before it")
            word = scene.token(declared, scene.text(index).casefold(), token.start, token.end)
            return problem, Edit(index, index + 1, (*closing, word))
        states = scene.automaton.step(states, "_DEDENT")
        closing.append(scene.token("_DEDENT", "", token.start, token.start))
    return None


def nameless_heading(scene: Scene, index: int) -> Found | None:
    """A heading of a card or ability that does not begin with the word that says what it is."""
    states, start = scene.states(index), scene.layout.sentence_start(index)
    depth, _, block = scene.layout.give_up(index, states)
    if not block or scene.tokens[start].type not in (*NAMES, *UNKNOWN, "INT", "RANGE", "ATLEAST", "_LSQB"):
        return None
    accepted = scene.automaton.accepts(states[:depth])
    words = accepted & scene.automaton.first["heading"] or {t for t in accepted if t[:3] == "_D_"}
    if not words:
        return None
    wanted = alternatives([scene.guide.phrases.terminal(t) for t in sorted(words)])
    token = scene.tokens[start]
    problem = scene.problem(
        "E016",
        "this heading does not say what it is",
        token.start,
        token.end,
        "a word is missing before this",
        f"help: begin it with {wanted}",
    )
    return problem, None


def empty_block(scene: Scene, index: int) -> Found | None:
    """A heading with nothing under it."""
    if index < 2 or scene.tokens[index].type not in ("_DEDENT", "$END") or scene.tokens[index - 1].type != "_INDENT":
        return None
    colon = scene.tokens[index - 2]
    problem = scene.problem(
        "E025",
        "this heading has nothing under it",
        colon.start,
        colon.end,
        "what belongs to it is missing",
        "help: write it after the colon, or on the next lines, indented deeper than the heading",
    )
    return problem, Edit(index, index, (scene.token("ERROR", "", colon.end, colon.end),))
