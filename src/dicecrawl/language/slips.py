"""Slips of the pen: misspelt words, names without capital or quotes, lost blanks and quotes, signs without meaning."""

from __future__ import annotations

from dicecrawl.language.advice import word_advice
from dicecrawl.language.automaton import NOT_WRITTEN
from dicecrawl.language.mending import safe_edit
from dicecrawl.language.problems import Problem
from dicecrawl.language.repairs import UNKNOWN, Respelling
from dicecrawl.language.scene import BACK, Edit, Found, Scene
from dicecrawl.language.signs import bad_sign, split_word
from dicecrawl.language.spelling import steps_apart, tolerance


def broken_quote(scene: Scene, index: int) -> Found | None:
    """A quotation mark that has no partner on its line."""
    tokens, line = scene.tokens, scene.tokens[index].line
    broken = index
    while tokens[broken].type != "BAD_STRING":
        broken += 1
        if broken >= len(tokens) or tokens[broken].line != line:
            return None
    states, token = scene.states(index), tokens[index]
    if broken != index:
        problem = scene.at(broken, "E001", "this quotation mark has no partner on its line", 'put the missing " in its place')
        return problem, safe_edit(scene, index)
    problem = scene.at(index, "E001", "this quotation mark has no partner on its line", 'add the missing "')
    for type_ in ("STRING", "NAME"):
        if scene.automaton.runs(scene.automaton.step(states, type_), tokens, index + 1) >= 1 and token.value:
            problem = scene.at(index, "E001", "this text in quotes is never closed", 'add a closing "')
            return problem, Edit(index, index + 1, (scene.token("STRING", token.value, token.start, token.end),))
    if scene.automaton.runs(states, tokens, index + 1) >= 1:
        return problem, Edit(index, index + 1)
    return problem, None


def bad_sign_found(scene: Scene, index: int) -> Found | None:
    """A sign that means nothing in the language."""
    if scene.tokens[index].type != "BAD_CHAR":
        return None
    token = scene.tokens[index]
    respelt = _split(scene, index)
    if respelt is not None:
        return respelt
    said = bad_sign(scene.text(index), scene.source.text[token.end : token.end + 1])
    problem = scene.problem(said.code, said.message, token.start, token.end, said.label)
    states = scene.states(index)
    for type_ in said.means:
        if scene.automaton.runs(scene.automaton.step(states, type_), scene.tokens, index + 1) >= 1:
            return problem, Edit(index, index + 1, scene.made_up((type_,), token.start, sure=True))
    if scene.automaton.runs(states, scene.tokens, index + 1) >= 1:
        return problem, Edit(index, index + 1)
    return problem, safe_edit(scene, index)


def misspelt(scene: Scene, index: int) -> Found | None:
    """A word or phrase near one that can stand here, or just before."""
    lowest = max(scene.layout.sentence_start(index), index - BACK)
    best: Respelling | None = None
    for start in range(index, lowest - 1, -1):
        states = scene.before(start)
        if states is None or scene.tokens[start].type in NOT_WRITTEN:
            break
        if scene.tokens[start].type in UNKNOWN and word_advice(scene.text(start)) is not None:
            continue
        card = scene.cards and scene.tokens[start].column == 1
        found = scene.guide.speller.respell(scene.source, scene.tokens, start, index, states, card=card)
        if found is None or _better_as_name(scene, found, index):
            continue
        if best is None or found.steps < best.steps:
            best = found
    if best is None or best.steps > 1:
        apart = run_together(scene, index)
        if apart is not None:
            return apart
    if best is not None:
        return _respelt(scene, best)
    return _misspelt_after_sign(scene, index) or _misspelt_in_name(scene, index)


def _misspelt_in_name(scene: Scene, index: int) -> Found | None:
    """A capitalised slip that was taken for a part of the name beside it: "Tgs Harmful", "Escape Rll"."""
    for start in (index, index - 1):
        states, token, text = scene.before(start), scene.tokens[start], scene.text(start)
        if states is None or token.type != "NAME" or " " not in text:
            continue
        first, last = text.split(" ", 1)[0], text.rsplit(" ", 1)[1]
        for word, begins in ((first, True), (last, False)):
            at = token.start if begins else token.end - len(last)
            best: tuple[int, str, str, str] | None = None
            for form, type_, value in scene.guide.speller.single:
                steps = steps_apart(word.casefold(), form, tolerance(word))
                if not steps or type_ is None:
                    continue
                after = scene.automaton.steps(states, (type_, "NAME") if begins else ("NAME", type_))
                if scene.automaton.runs(after, scene.tokens, start + 1) > index - start:
                    best = min(best or (steps, form, type_, value), (steps, form, type_, value))
            if best is not None:
                return _respelt_in_name(scene, start, (at, at + len(word)), best)
    return None


def _respelt_in_name(scene: Scene, start: int, slip: tuple[int, int], meant: tuple[int, str, str, str]) -> Found:
    _, form, type_, value = meant
    token, (at, end) = scene.tokens[start], slip
    label = form.capitalize()
    problem = scene.problem(
        "E010", f"unknown word '{scene.source.raw[at:end]}'", at, end, f"did you mean '{label}'?", fix=label
    )
    known = scene.token(type_, value, at, end)
    if at == token.start:
        name = scene.token("NAME", " ".join(scene.source.raw[end : token.end].split()), end + 1, token.end)
        return problem, Edit(start, start + 1, (known, name))
    name = scene.token("NAME", " ".join(scene.source.raw[token.start : at].split()), token.start, at - 1)
    return problem, Edit(start, start + 1, (name, known))


def _misspelt_after_sign(scene: Scene, index: int) -> Found | None:
    """A slip in a word before which a comma or semicolon says nothing, such as "; otherwise"."""
    for sign in (index - 1, index):
        states = scene.before(sign)
        if states is None or scene.tokens[sign].type not in ("_COMMA", "_SEMI"):
            continue
        start = sign + 1
        found = scene.guide.speller.respell(scene.source, scene.tokens, start, max(start, index), states)
        if found is not None and found.type in (*scene.guide.words.comma_before, "_OTHERWISE"):
            problem, edit = _respelt(scene, found)
            return problem, Edit(sign, edit.stop, edit.tokens)
    return None


def roughly_misspelt(scene: Scene, index: int) -> Found | None:
    """A first word one step away from a word of the language, though the text does not read on with it either."""
    start = scene.layout.sentence_start(index)
    states = scene.before(start)
    if start not in (index, index - 1) or states is None:
        return None
    found = scene.guide.speller.respell(scene.source, scene.tokens, start, index, states, sure=False)
    return _respelt(scene, found) if found is not None and found.steps == 1 else None


def _better_as_name(scene: Scene, found: Respelling, index: int) -> bool:
    if found.steps < 2 or scene.tokens[index].type != "WORD" or found.start != index:
        return False
    after = scene.automaton.step(scene.states(index), "NAME")
    return found.steps * 3 > len(found.form) and scene.automaton.runs(after, scene.tokens, index + 1) >= 2


def _respelt(scene: Scene, found: Respelling) -> tuple[Problem, Edit]:
    first, last = scene.tokens[found.start], scene.tokens[found.stop - 1]
    if last.type == "_COMMA" and found.stop - found.start > 1:
        last = scene.tokens[found.stop - 2]
    start, end, form = narrowed(scene.source.text, first.start, last.end, found.form)
    typed = scene.source.raw[start:end]
    form = form.capitalize() if typed[:1].isupper() else form
    message = f"unknown word '{' '.join(typed.split())}'"
    problem = scene.problem("E010", message, start, end, f"did you mean '{form}'?", fix=form)
    tokens = () if found.type is None else (scene.token(found.type, found.value, first.start, last.end),)
    return problem, Edit(found.start, found.stop, tokens)


def narrowed(text: str, start: int, end: int, form: str) -> tuple[int, int, str]:
    """The part of a misspelt phrase that differs from its form, and that part of the form."""
    typed, meant = text[start:end].split(), form.split()
    while len(typed) > 1 and len(meant) > 1 and typed[0].casefold() == meant[0]:
        start = text.index(typed[1], start + len(typed[0]))
        del typed[0], meant[0]
    while len(typed) > 1 and len(meant) > 1 and typed[-1].casefold() == meant[-1]:
        end = text.rindex(typed[-2], start, end - len(typed[-1])) + len(typed[-2])
        del typed[-1], meant[-1]
    return start, end, " ".join(meant)


def unmarked_name(scene: Scene, index: int) -> Found | None:
    """A name without capital letter, or without the quotes that it needs."""
    return _longer_name(scene, index) or _small_name(scene, index)


def _small_name(scene: Scene, index: int) -> Found | None:
    token, states = scene.tokens[index], scene.states(index)
    if token.type != "WORD" or word_advice(scene.text(index)) is not None:
        return None
    after = scene.automaton.step(states, "NAME")
    if scene.automaton.runs(after, scene.tokens, index + 1) < 1:
        return None
    text = scene.text(index)
    near = scene.near_name(text)
    if near is not None and near.casefold() != text.casefold():
        label = f"did you mean '{near}'?"
        problem = scene.at(index, "E010", f"unknown word '{text}'", label, fix=near)
    else:
        near = near or text[:1].upper() + text[1:]
        label = f"write '{near}'" if near != text else f'write "{text}" in quotes'
        problem = scene.at(index, "E011", f"'{text}' looks like a name, but has no capital letter", label, fix=near)
    return problem, Edit(index, index + 1, (scene.token("NAME", near, token.start, token.end),))


def _longer_name(scene: Scene, index: int) -> Found | None:
    """A name that contains a word of the language, or a small word, and has no quotes."""
    tokens = scene.tokens
    lowest = max(scene.layout.sentence_start(index), index - BACK)
    for start in range(index, lowest - 1, -1):
        states = scene.before(start)
        if states is None or not _wordy(scene, start):
            return None
        after = scene.automaton.step(states, "STRING")
        if after is None:
            continue
        for stop in range(index + 1, min(index + 7, len(tokens))):
            if not _wordy(scene, stop - 1) or tokens[stop - 1].line != tokens[start].line:
                break
            reads = scene.automaton.runs(after, tokens, stop)
            if reads >= 2 and _like_a_name(scene, start, stop):
                text = scene.source.raw[tokens[start].start : tokens[stop - 1].end]
                return _unquoted(scene, start, stop, text)
    return None


def _unquoted(scene: Scene, start: int, stop: int, text: str) -> Found:
    first, last = scene.tokens[start], scene.tokens[stop - 1]
    inside = [i for i in range(start, stop) if scene.tokens[i].type not in UNKNOWN]
    said = f"contains '{scene.text(inside[0])}', a word of the language" if inside else "contains a word without capital"
    if stop - start == 1:
        said = "is also a word of the language"
    problem = scene.problem(
        "E012", f"the name '{text}' {said}", first.start, last.end, f'write "{text}" in quotes', fix=f'"{text}"'
    )
    return problem, Edit(start, stop, (scene.token("STRING", text, first.start, last.end),))


def _wordy(scene: Scene, index: int) -> bool:
    return scene.tokens[index].type not in NOT_WRITTEN and scene.text(index)[:1].isalpha()


def _like_a_name(scene: Scene, start: int, stop: int) -> bool:
    first, last = scene.text(start), scene.text(stop - 1).split()[-1]
    bracket = scene.tokens[stop].type in ("_LPAR", "_LSQB")
    if stop - start == 1:
        return first[:1].isupper() and scene.tokens[start].type not in UNKNOWN
    return (first[:1].isupper() and last[:1].isupper()) or (bracket and first[:1].islower() and last[:1].islower())


def run_together(scene: Scene, index: int) -> Found | None:
    """Two words, just here or just before, of which the blank between was lost."""
    for start in (index, index - 1):
        if start >= max(scene.layout.sentence_start(index), 0) and scene.tokens[start].type in ("WORD", "NAME"):
            found = _split(scene, start, index)
            if found is not None:
                return found
    return None


def _split(scene: Scene, start: int, index: int | None = None) -> Found | None:
    """Two words of which the blank between was lost."""
    index = start if index is None else index
    states, token = scene.before(start), scene.tokens[start]
    if states is None:
        return None
    if scene.near_name(scene.text(start)) is not None:
        return None
    for text, pieces in split_word(scene.guide.words, scene.text(start), token):
        after = scene.automaton.steps(states, [piece.type for piece in pieces])
        if scene.automaton.runs(after, scene.tokens, start + 1) >= index - start + 2:
            problem = scene.at(start, "E013", f"a blank is missing in '{scene.text(start)}'", f"write '{text}'", fix=text)
            return problem, Edit(start, start + 1, pieces)
    return None
