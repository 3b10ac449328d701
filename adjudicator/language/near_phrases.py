"""The declared phrase nearest to a text that has no reading, and what words of the text were meant."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator

from adjudicator.language.chart import Chart, Item
from adjudicator.language.diagnostics import SentenceError
from adjudicator.language.phrases import Pattern, slot_type
from adjudicator.language.sentences import read_sentences
from adjudicator.language.terms import fits, read_terms
from adjudicator.language.words import STRUCTURE_WORDS
from adjudicator.model.expressions import Literal, Var
from adjudicator.model.values import Ref

_IDLE_WORDS = STRUCTURE_WORDS | {"be", "there", "what"}


def fixed_words(chart: Chart) -> set[str]:
    """The words of all declared phrases, their places left out."""
    return {word for literals, _ in chart.phrasebook.patterns for word in literals}


def covered_words(chart: Chart) -> set[int]:
    """The word positions that belong to a known name."""
    covered: set[int] = set()
    for i in range(len(chart.tokens)):
        for _, _, end in chart.kinds_at(i):
            covered.update(range(i, end))
        for end in range(i + 1, len(chart.tokens) + 1):
            if tuple(t.text for t in chart.tokens[i:end]) in chart.names:
                covered.update(range(i, end))
    return covered


def no_phrase(chart: Chart, what: str) -> SentenceError:
    """The phrase that shares most of its own words with the sentence, spelling forgiven."""
    patterns = [(own, p) for own, p in chart.phrasebook.patterns if what == "sentence" or p.use == "term"]
    vocabulary = {word for own, _ in patterns for word in own} - _IDLE_WORDS
    covered = covered_words(chart)
    words = {word for i, word in enumerate(chart.words) if i not in covered and word.islower()} - _IDLE_WORDS
    said = "no phrase says this" if what == "sentence" else "no phrase gives this value"
    for wrong in sorted(words - vocabulary):
        right = _right_word(chart, what, wrong, vocabulary)
        if right:
            token, phrase = chart.tokens[chart.words.index(wrong)], _most_alike(patterns, words - {wrong} | {right}, right)
            return SentenceError("phrase", said, token.start, len(token.text),
                                 f"did you mean `{right}`?" + (f" the phrase is `{phrase}`" if phrase else ""))  # fmt: skip
    meant = {word: difflib.get_close_matches(word, vocabulary, n=1, cutoff=0.75) for word in sorted(words - vocabulary)}
    best = _most_alike(patterns, {meant[word][0] if meant.get(word) else word for word in words})
    for wrong in meant:
        right = difflib.get_close_matches(wrong, best.split(), n=1, cutoff=0.7)
        if right:
            token = chart.tokens[chart.words.index(wrong)]
            return SentenceError("phrase", said, token.start, len(token.text), f"did you mean `{right[0]}`? the phrase is `{best}`")
    help = f"the nearest phrase is `{best}`" if best else _phrases_of_these(chart) or _declare(chart)
    return SentenceError("phrase", said, 0, max(1, len(chart.text)), help)


def _right_word(chart: Chart, what: str, wrong: str, vocabulary: set[str]) -> str:
    """The word that is spelt like a wrong one and with which the whole can be read, if there is one."""
    token = chart.tokens[chart.words.index(wrong)]
    read = read_sentences if what == "sentence" else read_terms
    for word in difflib.get_close_matches(wrong, sorted(vocabulary | {"happens"}), n=6, cutoff=0.75):
        mended = chart.text[: token.start] + word + chart.text[token.start + len(token.text) :]
        other = Chart(mended, chart.phrasebook, chart.scope)
        if read(other, 0, len(other.tokens)):
            return word
    return ""


def _most_alike(patterns: list[tuple[frozenset[str], Pattern]], words: set[str], holding: str = "") -> str:
    """The phrase whose own words are most like these (Dice's measure), or nothing; only phrases `holding` that word."""
    best, best_score = "", 0.45
    for literals, pattern in patterns:
        if holding and holding not in literals:
            continue
        own = literals - _IDLE_WORDS
        score = 2 * len(own & words) / (len(own) + len(words)) if own and words else 0.0
        if score > best_score:
            best, best_score = shown(pattern.phrase.text), score
    return best


def _declare(chart: Chart) -> str:
    if chart.scope.in_scenario:
        return "say it in phrases of the rulebook; a new one needs a block `property ...` or `event ...` in this file"
    return "declare it with `property ...` or `event ...`"


def _phrases_of_these(chart: Chart) -> str:
    """The phrases that speak of things of just these kinds, where they are few enough to choose from."""
    below = chart.phrasebook.book.descendants
    named = list(_named_terms(chart))
    if not named or any(item.type is None or item.type.kind in ("", "thing") for item in named):
        return ""
    fitting: set[str] = set()
    for _, pattern in chart.phrasebook.patterns:
        slots = [slot for slot in pattern.phrase.slots if slot.role != "value" and slot.type is None]
        if len(slots) == len(named) and all(item.type.kind in below.get(slot.kind, ()) for item, slot in zip(named, slots, strict=True)):
            fitting.add(pattern.owner.phrases[0].text)
    few = 0 < len(fitting) <= 5
    return "phrases about such things are " + ", ".join(f"`{text}`" for text in sorted(fitting)) if few else ""


def _named_terms(chart: Chart) -> Iterator[Item]:
    """The things and variables a sentence names, from left to right."""
    i, n = 0, len(chart.tokens)
    while i < n:
        for j in range(min(n, i + 6), i, -1):
            items = [t for t in read_terms(chart, i, j) if isinstance(t.expr, Var)
                     or isinstance(t.expr, Literal) and isinstance(t.expr.value, Ref)]  # fmt: skip
            if items:
                yield items[0]
                i = j
                break
        else:
            i += 1


def shown(phrase: str) -> str:
    """A phrase as it is shown: `{thing}` for a place whose role is called like its kind."""
    return re.sub(r"\{([^{}]+) \1\}", r"{\1}", phrase)


def longer_phrase(chart: Chart, pattern: Pattern, items: list[Item]) -> str:
    """A phrase that says the same and more, and has a place for this thing."""
    own = {part for part in pattern.parts if isinstance(part, str)}
    for literals, other in sorted(chart.phrasebook.patterns, key=lambda found: len(found[0])):
        if other.use == pattern.use and own < literals and own - _IDLE_WORDS:
            slots = [slot for slot in other.phrase.slots if slot.role != "value"]
            if any(fits(chart, item, slots[0].kind, slot_type(slots[0], other.owner)) for item in items if slots):
                return shown(other.phrase.text)
    return ""
