"""Reading one sentence or term, with the one meaning it has or a message saying why it has none."""

from __future__ import annotations

import difflib

from adjudicator.language.chart import Chart, Item
from adjudicator.language.diagnostics import SentenceError, did_you_mean, nearest
from adjudicator.language.phrases import Pattern, slot_type
from adjudicator.language.scope import Phrasebook, Scope
from adjudicator.language.sentences import hoist, read_sentences, settle_articles
from adjudicator.language.terms import fits, read_terms
from adjudicator.language.words import with_article
from adjudicator.model.expressions import Apply, Occurs, Permitted, Sentence, Term, free_variables, walk
from adjudicator.model.values import Type


def read_sentence(text: str, phrasebook: Phrasebook, scope: Scope, *, introduce: bool = False) -> Sentence:
    """The meaning of a sentence. With `introduce`, `a KIND` adds a variable to the scope.

    Raises SentenceError when it has no meaning or several.
    """
    chart = Chart(text, phrasebook, scope)
    found: dict[Sentence, dict[str, str]] = {}
    unbound: set[str] = set()
    for item in read_sentences(chart, 0, len(chart.tokens)):
        sentence, new = hoist(item.expr) if introduce else (settle_articles(item.expr), {})
        loose = free_variables(sentence) - set(scope.variables) - set(new)
        if loose:
            unbound |= loose
        else:
            found.setdefault(sentence, new)
    sentence = _only(list(found), chart, unbound)
    scope.variables.update(found[sentence])
    return sentence


def read_term(text: str, phrasebook: Phrasebook, scope: Scope, wanted: Type | None = None) -> tuple[Term, Type]:
    """The meaning of a term and its type; with `wanted`, only meanings of that type count."""
    chart = Chart(text, phrasebook, scope)
    found: dict[Term, Item] = {}
    unbound: set[str] = set()
    for item in read_terms(chart, 0, len(chart.tokens)):
        if wanted is not None and not fits(chart, item, wanted.kind, wanted):
            continue
        named = {q.var for q in item.quantifiers}
        loose = free_variables(item.expr) - set(scope.variables) - named
        if loose or any(q.op != "a" for q in item.quantifiers):
            unbound |= loose
        else:
            found.setdefault(item.expr, item)
    term = _only(list(found), chart, unbound, "value")
    for quantifier in found[term].quantifiers:
        scope.variables[quantifier.var] = quantifier.kind
    return term, found[term].type or Type("thing")


def _only(found: list, chart: Chart, unbound: set[str], what: str = "sentence"):
    if len(found) == 1:
        return found[0]
    if len(found) > 1:
        best = _plainest(found)
        if len(best) == 1:
            return best[0]
        raise _ambiguous(best, chart)
    if unbound and not _unknown_name(chart):
        name = sorted(unbound)[0].split("@")[0]
        raise SentenceError("name", f"nothing here is called `the {name}`", *_place_of(chart, name),
                            did_you_mean(name, chart.scope.variables) or "name it in a `for` line")  # fmt: skip
    raise diagnose(chart, what)


def _plainest(found: list) -> list:
    """Readings with the fewest invented names and the fewest parts win over longer ones of the same words."""
    def cost(expr) -> int:
        return sum(1 for node in walk(expr))

    least = min(cost(expr) for expr in found)
    return [expr for expr in found if cost(expr) == least]


def _ambiguous(found: list, chart: Chart) -> SentenceError:
    phrases = [_phrases_of(expr, chart) for expr in found[:2]]
    if phrases[0] == phrases[1]:
        shown = "the same phrases put together in two ways; use brackets or two lines"
    else:
        shown = f"`{phrases[0]}` or `{phrases[1]}`"
    return SentenceError("ambiguous", "this sentence can be read in two ways", 0, max(1, len(chart.text)), shown)


def _phrases_of(expr, chart: Chart) -> str:
    book, texts = chart.phrasebook.book, []
    for node in walk(expr):
        owner = None
        if isinstance(node, Apply):
            owner = book.properties.get(node.property.split(":", 1)[-1])
        elif isinstance(node, (Occurs, Permitted)):
            owner = book.events.get(node.event)
        if owner is not None:
            texts.append(owner.phrases[0].text)
        elif isinstance(node, Apply):
            texts.append(node.property.replace(":", " "))
    return " + ".join(dict.fromkeys(texts))


def _place_of(chart: Chart, name: str) -> tuple[int, int]:
    for i, word in enumerate(chart.words):
        if word == name.split(" ")[-1]:
            return chart.tokens[i].start, len(chart.tokens[i].text)
    return 0, max(1, len(chart.text))


def diagnose(chart: Chart, what: str = "sentence") -> SentenceError:
    """Why no reading was found: an unknown name, a slot that does not fit, or no such phrase."""
    return _unknown_name(chart) or _bad_slot(chart, what) or _no_phrase(chart, what)


def _known_names(chart: Chart) -> list[str]:
    printed = [k.name for k in chart.phrasebook.book.kinds.values() if k.printed]
    return [*chart.scope.things, *chart.phrasebook.book.names, *printed]


def _unknown_name(chart: Chart) -> SentenceError | None:
    fixed = {word for literals, _ in chart.phrasebook.patterns for word in literals}
    covered = _covered(chart)
    for i, token in enumerate(chart.tokens):
        if i in covered or not token.text[0].isupper() or token.text in fixed or token.word in fixed:
            continue
        if i == 0 and token.text.lower() in _small_words(chart):
            continue
        end = i + 1
        while end < len(chart.tokens) and end not in covered and chart.tokens[end].text[0].isupper():
            end += 1
        name = chart.span_text(i, end)
        close = nearest(name, _known_names(chart)) or nearest(token.text, _known_names(chart))
        return SentenceError("name", f"nothing is called `{name}`", token.start, len(name),
                             f"did you mean `{close[0]}`?" if close else _how_to_name(chart))  # fmt: skip
    return None


def _how_to_name(chart: Chart) -> str:
    if chart.scope.in_scenario:
        return "put it on the table first, as in `players Ann, Bob` or `a boat called SWAN`"
    return "declare it with `card NAME is a ...` or `thing NAME is a ...`"


def _small_words(chart: Chart) -> set[str]:
    return set(chart.words) | {"the", "a", "an", "no", "every", "some", "it", "there", "for"}


def _covered(chart: Chart) -> set[int]:
    """The word positions that belong to a known name."""
    covered: set[int] = set()
    for i in range(len(chart.tokens)):
        for _, _, end in chart.kinds_at(i):
            covered.update(range(i, end))
        for end in range(i + 1, len(chart.tokens) + 1):
            if tuple(t.text for t in chart.tokens[i:end]) in chart.names:
                covered.update(range(i, end))
    return covered


def _bad_slot(chart: Chart, what: str) -> SentenceError | None:
    """The phrase that fits best with its words, and the first of its gaps that does not."""
    best: tuple[int, SentenceError] | None = None
    n = len(chart.tokens)
    verbs = [k for k, word in enumerate(chart.words) if k and word in ("is", "are", "becomes")]
    for pattern in chart.patterns:
        ends = [n] if (pattern.use == "term") == (what == "value") else verbs if pattern.use == "term" else []
        for spans in (spans for end in ends for spans in chart.match(pattern, 0, end)):
            bad = [(slot, i, j) for slot, i, j in spans if not _slot_items(chart, pattern, slot, i, j)]
            if bad and (best is None or len(bad) < best[0]):
                best = (len(bad), _slot_error(chart, pattern, *bad[0]))
    return best[1] if best else None


def _slot_items(chart: Chart, pattern: Pattern, slot, i: int, j: int) -> list[Item]:
    wanted = slot_type(slot, pattern.owner)
    return [item for item in read_terms(chart, i, j) if fits(chart, item, slot.kind, wanted)]


def _slot_error(chart: Chart, pattern: Pattern, slot, i: int, j: int) -> SentenceError:
    text, start = chart.span_text(i, j), chart.start_of(i)
    wanted = slot_type(slot, pattern.owner)
    needed = str(wanted) if wanted is not None and wanted.base != "thing" else with_article(slot.kind)
    items = [item for item in read_terms(chart, i, j) if item.type is not None]
    phrase = pattern.phrase.text
    if items:
        return SentenceError("kind", f"`{text}` is {_described(items[0])}, but this place needs {needed}", start, len(text),
                             f"the phrase is `{phrase}`")  # fmt: skip
    known = [*chart.scope.variables, *chart.scope.things, *chart.phrasebook.choice_words]
    close = nearest(text.removeprefix("the "), known)
    return SentenceError("name", f"`{text}` is not something known here; this place needs {needed}", start, len(text),
                         (f"did you mean `{close[0]}`? " if close else "") + f"the phrase is `{phrase}`")  # fmt: skip


def _described(item: Item) -> str:
    kind = item.type
    if kind.base == "thing":
        return with_article(kind.kind) if kind.kind else "nobody"
    return "the word of a list" if kind.base == "choice" and len(kind.options) == 1 else str(kind)


_IDLE_WORDS = frozenset(("the", "of", "a", "an", "is", "are", "not", "does", "do", "may", "must", "be", "to"))


def _no_phrase(chart: Chart, what: str) -> SentenceError:
    """The phrase that shares most of its fixed words with the sentence, spelling forgiven."""
    vocabulary = {word for literals, _ in chart.phrasebook.patterns for word in literals} - _IDLE_WORDS
    words = set(chart.words)
    for word in words - vocabulary:
        words = words | set(difflib.get_close_matches(word, vocabulary, n=1, cutoff=0.75))
    best, best_score = None, 0.5
    for literals, pattern in chart.phrasebook.patterns:
        wording = literals - _IDLE_WORDS
        hits = len(wording & words)
        score = hits / len(wording) + 0.1 * hits - 0.01 * len(pattern.parts) if wording else 0.0
        if score > best_score:
            best, best_score = pattern.owner.phrases[0].text, score
    help = f"the nearest phrase is `{best}`" if best else "declare it with `property ...` or `event ...`"
    said = "no phrase says this" if what == "sentence" else "no phrase gives this value"
    return SentenceError("phrase", said, 0, max(1, len(chart.text)), help)
