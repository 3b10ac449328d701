"""Where a text stops making sense: of all the ways to begin reading it, the one that goes farthest.

A sentence is taken apart where a reading could be (at each `and`, each `is`, each `such that`); where all but one part
can be read, the fault lies in that part, and so on inside it.
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.language.chart import Chart
from adjudicator.language.scope import Scope
from adjudicator.language.sentences import chart_of, read_sentences
from adjudicator.language.terms import _binders, read_terms
from adjudicator.model.expressions import Aggregate, Apply, Arith
from adjudicator.model.values import Type

Part = tuple[int, int, str, Type | None]
"""A stretch of words, whether it should be a sentence or a value, and the type of value that its place needs."""


def unread_part(chart: Chart, what: str, wanted: Type | None = None) -> Part:
    """The smallest part that cannot be read although everything around it can; the whole text where there is none."""
    return _narrowed(chart, (0, len(chart.tokens), what, wanted))


def part_chart(chart: Chart, part: Part) -> Chart:
    """A part as a text of its own, with the names that the whole text introduces."""
    start, end, _, _ = part
    named = {name: kinds for name, kinds in chart.introduced.items() if name not in chart.scope.variables}
    variables = {**chart.scope.variables, **{name: sorted(kinds)[0] for name, kinds in named.items()}}
    return chart_of(chart.span_text(start, end), chart.phrasebook, Scope(variables, chart.scope.things, chart.scope.in_scenario))


def _narrowed(chart: Chart, part: Part) -> Part:
    found = [_narrowed(chart, inner) for inner in _inside(chart, part) if not _reads(chart, inner)]
    return min(found, key=lambda one: one[1] - one[0], default=part)


def _reads(chart: Chart, part: Part) -> bool:
    start, end, what, _ = part
    return bool(read_sentences(chart, start, end) if what == "sentence" else read_terms(chart, start, end))


def _inside(chart: Chart, part: Part) -> Iterator[Part]:
    """The parts of a text of which the rest can be read."""
    start, end, what, wanted = part
    if chart.words[start : start + 1] == ["("] and chart.words[end - 1] == ")" and end - start > 2:
        yield start + 1, end - 1, what, wanted
    yield from _such_that(chart, start, end)
    yield from _in_sentence(chart, start, end) if what == "sentence" else _in_value(chart, start, end)


def _in_sentence(chart: Chart, start: int, end: int) -> Iterator[Part]:
    if chart.has(start, "it", "is", "not", "true", "that"):
        yield start + 5, end, "sentence", None
        return
    for k in chart.depth_free(start, end):
        if chart.words[k] in ("and", "or") and k - start > 2 and end - k > 3:
            if read_sentences(chart, start, k):
                yield k + 1, end, "sentence", None
            elif read_sentences(chart, k + 1, end) or chart.words[k] == "or" or "is" in chart.words[k:end]:
                yield start, k, "sentence", None
        if chart.words[k] in ("is", "are") and start < k < end - 1:
            yield from _sides(chart, start, k, end)


def _sides(chart: Chart, start: int, k: int, end: int) -> Iterator[Part]:
    """`L is R`: the side that cannot be read beside one that can, where that one is a value worked out."""
    right = k + 1 + (chart.words[k + 1] == "not")
    right += 2 * any(chart.has(right, *words) for words in (("at", "least"), ("at", "most"), ("more", "than"), ("less", "than")))
    if right >= end or chart.words[right] in ("a", "an", "among", "one", "no", "some", "every"):
        return
    typed = [item for item in read_terms(chart, start, k) if isinstance(item.expr, (Apply, Arith, Aggregate))]
    if typed:
        yield right, end, "value", typed[0].type
    elif any(isinstance(item.expr, (Apply, Arith, Aggregate)) for item in read_terms(chart, right, end)) and k - start > 2:
        yield start, k, "value", None


def _in_value(chart: Chart, start: int, end: int) -> Iterator[Part]:
    for k in chart.depth_free(start, end):
        if chart.words[k] in ("plus", "minus", "times") and start < k < end - 1:
            if read_terms(chart, start, k):
                yield k + 1, end, "value", None
            elif read_terms(chart, k + 1, end):
                yield start, k, "value", None
    for word in ("sum", "least", "greatest"):
        over = next((k for k in chart.depth_free(start, end) if chart.words[k] == "over"), -1)
        if chart.has(start, "the", word) and over > 0:
            yield start + (3 if chart.has(start + 2, "of") else 2), over, "value", None


_HEADS = (("which",), ("how", "many"), ("the", "number", "of"), ("the", "set", "of"), ("there", "is", "a"), ("there", "is", "no"),
          ("there", "is", "an"), ("for", "every"))  # fmt: skip


def _such_that(chart: Chart, start: int, end: int) -> Iterator[Part]:
    """What stands behind `such that`, where the thing it is said of is plain."""
    heads = [start + len(head) for head in _HEADS if chart.has(start, *head)]
    heads += [k + 1 for k in range(start, end) if chart.words[k] == "over" and chart.has(start, "the")]
    for head in heads:
        for _, _, stop in _binders(chart, head, end):
            if chart.has(stop, "such", "that") and stop + 2 < end:
                comma = next((k for k in chart.depth_free(stop, end) if chart.words[k] == ","), end) if chart.has(start, "for") else end
                yield stop + 2, comma, "sentence", None
