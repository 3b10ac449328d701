"""Reading sentences: phrases and their denials, comparisons, kinds, and, or, every, no.

`and` and `or` associate to the right; `there is ...`, `for every ...` and
`it is not true that ...` reach to the end of the sentence.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from adjudicator.language.chart import Chart, Item, Quantifier
from adjudicator.language.scope import Phrasebook, Scope
from adjudicator.language.terms import _binders, _such_that_from, fits, match_slots, read_terms, types_agree
from adjudicator.language.words import ARTICLES
from adjudicator.model.expressions import (
    TRUE,
    And,
    Apply,
    Compare,
    Literal,
    Not,
    Occurs,
    OptionOn,
    Or,
    Permitted,
    Quantified,
    Sentence,
    Term,
    TextTest,
    Var,
    conjoin,
)
from adjudicator.model.rebuilding import over
from adjudicator.model.values import Ref, Type
from adjudicator.model.vocabulary import Event, Property


def chart_of(text: str, phrasebook: Phrasebook, scope: Scope) -> Chart:
    """The chart of a text."""
    return Chart(text, phrasebook, scope, read_sentences)


def read_sentences(chart: Chart, i: int, j: int) -> list[Item[Sentence]]:
    """Every way to read the words i..j as a sentence."""
    if i >= j:
        return []
    known = chart.sentences.get((i, j))
    if known is None:
        chart.sentences[(i, j)] = []
        known = chart.sentences[(i, j)] = list(dict.fromkeys(_readings(chart, i, j)))
    return known


def _readings(chart: Chart, i: int, j: int) -> Iterator[Item[Sentence]]:
    if chart.has(i, "it", "is", "not", "true", "that"):
        for item in read_sentences(chart, i + 5, j):
            yield Item(Not(item.expr))
        return
    if chart.has(i, "it", "has", "happened"):
        yield from _has_happened(chart, i + 3, j)
        return
    if chart.has(i, "there", "is"):
        yield from _there_is(chart, i + 2, j)
        return
    if chart.has(i, "for", "every"):
        yield from _for_every(chart, i + 2, j)
        return
    if chart.words[i] == "(" and chart.words[j - 1] == ")":
        yield from read_sentences(chart, i + 1, j - 1)
    joined = list(_joined(chart, i, j, "or")) or list(_joined(chart, i, j, "and"))
    yield from joined
    for item in _atomic(chart, i, j):
        yield Item(_close(item, i))
    if chart.words[j - 1] == "afterwards":
        for item in read_sentences(chart, i, j - 1):
            moved = afterwards(item.expr)
            if moved is not None:
                yield Item(moved)


def _has_happened(chart: Chart, i: int, j: int) -> Iterator[Item[Sentence]]:
    """`it has happened (this turn, this round) that EVENT PHRASE`: some event like that is over."""
    scope = next((words for words in ((), ("this", "turn"), ("this", "round")) if chart.has(i, *words, "that")), None)
    if scope is None:
        return
    for item in read_sentences(chart, i + len(scope) + 1, j):
        past = in_the_past(item.expr, " ".join(("happened", *scope)), f"event@{i}")
        if past is not None:
            yield Item(past)


def in_the_past(sentence: Sentence, when: str, var: str) -> Sentence | None:
    """An event phrase said of an event that is over; None where the sentence is no event phrase."""
    match sentence:
        case Occurs(event, roles):
            like = [Compare("=", Apply(f"role:{role}", (Var(var),)), term) for role, term in roles]
            return Quantified("some", var, event, TRUE, conjoin([Apply(when, (Var(var),)), *like]))
        case Quantified(op, name, kind, such, body):
            past = in_the_past(body, when, var)
            return None if past is None else Quantified(op, name, kind, such, past)
    return None


def afterwards(sentence: Sentence) -> Sentence | None:
    """The sentence said of the moment's end, where it is about one property."""
    match sentence:
        case Apply(name, args) if ":" not in name:
            return Apply("after:" + name, args)
        case Not(Apply(name, args)) if ":" not in name:
            return Not(Apply("after:" + name, args))
        case Compare(op, Apply(name, args), right) if ":" not in name:
            return Compare(op, Apply("after:" + name, args), right)
    return None


def _close(item: Item[Sentence], start: int) -> Sentence:
    """Bind the quantified nouns of an atomic sentence, the first outermost.

    A denial reaches over all of them but the subject: `Ann does not wear a
    hat` denies that there is one.
    """
    body: Sentence = item.expr
    inside = [q for q in item.quantifiers if q.position != start]
    subject = [q for q in item.quantifiers if q.position == start]
    if isinstance(body, Not):
        body = Not(_bind(body.body, inside))
        return _bind(body, subject)
    return _bind(body, subject + inside)


def _bind(body: Sentence, quantifiers: list[Quantifier]) -> Sentence:
    for quantifier in reversed(quantifiers):
        body = Quantified(quantifier.op, quantifier.var, quantifier.kind, TRUE, body)
    return body


def _joined(chart: Chart, i: int, j: int, word: str) -> Iterator[Item[Sentence]]:
    make = Or if word == "or" else And
    for k in chart.depth_free(i, j):
        if chart.words[k] != word or k == i:
            continue
        end = k - 1 if chart.words[k - 1] == "," else k
        for a in read_sentences(chart, i, end):
            if isinstance(a.expr, make) or isinstance(a.expr, Quantified) and a.expr.such_that != TRUE:
                continue
            for b in read_sentences(chart, k + 1, j):
                right = b.expr.parts if isinstance(b.expr, make) else (b.expr,)
                yield Item(make((a.expr, *right)))


def _there_is(chart: Chart, i: int, j: int) -> Iterator[Item[Sentence]]:
    op = {"a": "some", "an": "some", "some": "some", "no": "no"}.get(chart.words[i]) if i < j else None
    if op is None:
        return
    for var, kind, end in _binders(chart, i + 1, j):
        if end == j:
            yield Item(Quantified(op, var, kind, TRUE, TRUE))
        for stop, such in _such_that_from(chart, end, j):
            if stop == end and such != TRUE:
                yield Item(Quantified(op, var, kind, TRUE, such))


def _for_every(chart: Chart, i: int, j: int) -> Iterator[Item[Sentence]]:
    for var, kind, end in _binders(chart, i, j):
        for k in chart.depth_free(end, j):
            if chart.words[k] != ",":
                continue
            suches: list[Sentence] = [TRUE] if k == end else []
            if chart.has(end, "such", "that"):
                suches = [item.expr for item in read_sentences(chart, end + 2, k)]
            for such, body in product(suches, read_sentences(chart, k + 1, j)):
                yield Item(Quantified("every", var, kind, such, body.expr))


def _atomic(chart: Chart, i: int, j: int) -> Iterator[Item[Sentence]]:
    yield from _phrases(chart, i, j)
    yield from _built_in(chart, i, j)
    for k in chart.depth_free(i + 1, j):
        if chart.words[k] in ("is", "are", "counts", "count", "does", "do", "contains"):
            yield from _comparisons(chart, i, k, j)


def _phrases(chart: Chart, i: int, j: int) -> Iterator[Item[Sentence]]:
    for pattern in chart.patterns:
        if pattern.use == "term":
            continue
        for args, quantifiers in match_slots(chart, pattern, i, j):
            owner = pattern.owner
            yield Item(_phrase_sentence(pattern.use, owner, args), None, quantifiers)


def _phrase_sentence(use: str, owner: Property | Event, args: dict[str, Term]) -> Sentence:
    if isinstance(owner, Event):
        roles = tuple((role, args[role]) for role in owner.roles if role in args)
        if use in ("occurs", "occurs-not"):
            occurs = Occurs(owner.name, roles)
            return occurs if use == "occurs" else Not(occurs)
        return Permitted(use, owner.name, roles)
    applied = Apply(owner.name, tuple(args[role] for role in owner.roles))
    match use:
        case "holds":
            return applied
        case "denied":
            return Not(applied)
        case "equals":
            return Compare("=", applied, args["value"])
        case _:
            return Not(Compare("=", applied, args["value"]))


PERMISSIONS = ((("may", "not", "happen"), "may not"), (("must", "not", "happen"), "may not"),
               (("may", "happen"), "may"), (("must", "happen"), "must"))  # fmt: skip
HAPPENING: tuple[tuple[tuple[str, ...], bool], ...] = (
    (("does", "not", "happen"), False), (("do", "not", "happen"), False), (("happens",), True), (("happen",), True)
)  # fmt: skip


def _built_in(chart: Chart, i: int, j: int) -> Iterator[Item[Sentence]]:
    for words, modality in PERMISSIONS:
        if j - i > len(words) and chart.has(j - len(words), *words):
            for item in _events(chart, i, j - len(words)):
                test = Compare("=", Apply("may", (item.expr,)), Literal(modality))
                yield Item(test, None, item.quantifiers)
    for said, holds in HAPPENING:
        if j - i > len(said) and chart.has(j - len(said), *said):
            for item in _events(chart, i, j - len(said)):
                happens = Apply("happens", (item.expr,))
                yield Item(happens if holds else Not(happens), None, item.quantifiers)
            return
    for k in range(i + 1, j - 2):
        if chart.has(k, "comes", "before") or chart.has(k, "come", "before"):
            for a, b in product(read_terms(chart, i, k), read_terms(chart, k + 2, j)):
                yield Item(Apply("before", (a.expr, b.expr)), None, a.quantifiers + b.quantifiers)
    if chart.has(i, "option") and j - i in (5, 6):
        yield from _option(chart, i, j)


def _events(chart: Chart, i: int, j: int) -> list[Item[Term]]:
    return [t for t in read_terms(chart, i, j) if t.type is not None and t.type.base == "thing"
            and (chart.phrasebook.compatible(t.type.kind, "event"))]  # fmt: skip


def _option(chart: Chart, i: int, j: int) -> Iterator[Item[Sentence]]:
    name = chart.words[i + 1]
    if name in chart.phrasebook.book.options:
        if chart.has(i + 2, "is", "in", "use") and j == i + 5:
            yield Item(OptionOn(name))
        if chart.has(i + 2, "is", "not", "in", "use") and j == i + 6:
            yield Item(Not(OptionOn(name)))


COMPARATORS = (
    (("at", "least"), ">="), (("at", "most"), "<="), (("more", "than"), ">"), (("less", "than"), "<"),
)  # fmt: skip


def _comparisons(chart: Chart, i: int, k: int, j: int) -> Iterator[Item[Sentence]]:
    """Left side i..k, then a verb at k, then what it is compared with."""
    verb, rest = chart.words[k], k + 1
    if verb == "contains":
        yield from _text_tests(chart, i, k, j)
        return
    if verb in ("does", "do"):
        if chart.has(k, verb, "not", "count", "as"):
            yield from _kind_test(chart, i, k, k + 4, j, True)
        elif chart.has(k, verb, "not", "contain"):
            yield from (Item(Not(t.expr), None, t.quantifiers) for t in _text_tests(chart, i, k + 2, j))
        return
    if verb in ("counts", "count"):
        if chart.has(k + 1, "as"):
            yield from _kind_test(chart, i, k, k + 2, j, False)
        return
    denied = chart.has(rest, "not")
    rest += denied
    yield from _kind_test(chart, i, k, rest, j, denied)
    for item in _compare_with(chart, i, k, rest, j):
        yield Item(Not(item.expr) if denied else item.expr, None, item.quantifiers)


def _compare_with(chart: Chart, i: int, k: int, rest: int, j: int) -> Iterator[Item[Sentence]]:
    for words, op in COMPARATORS:
        if chart.has(rest, *words):
            yield from _pairs(chart, op, i, k, rest + 2, j)
            return
    if chart.has(rest, "one", "of"):
        yield from _one_of(chart, i, k, rest + 2, j)
    elif chart.has(rest, "among"):
        for a, b in product(read_terms(chart, i, k), read_terms(chart, rest + 1, j)):
            if b.type is not None and b.type.base == "set":
                yield Item(Compare("in", a.expr, b.expr), None, a.quantifiers + b.quantifiers)
    else:
        yield from _pairs(chart, "=", i, k, rest, j)


def _pairs(chart: Chart, op: str, i: int, k: int, rest: int, j: int) -> Iterator[Item[Sentence]]:
    for a, b in product(read_terms(chart, i, k), read_terms(chart, rest, j)):
        if _comparable(chart, op, a, b):
            sides = (b.expr, a.expr) if op == "=" and isinstance(a.expr, Literal) and isinstance(b.expr, Apply) else (a.expr, b.expr)
            yield Item(Compare(op, *sides), None, a.quantifiers + b.quantifiers)  # `Keep is the home of Ann` as its phrase would say it


def _comparable(chart: Chart, op: str, a: Item[Term], b: Item[Term]) -> bool:
    if a.type is None or b.type is None or (op != "=" and not (a.type.is_number and b.type.is_number)):
        return False
    if a.type.base == "thing":
        if any(q.op in ("a", "no", "every") for q in b.quantifiers):
            return False
        nobody = any(isinstance(t.expr, Literal) and t.expr.value is None for t in (a, b))
        return b.type.base == "thing" and (nobody or fits(chart, b, a.type.kind, Type("thing", kind=a.type.kind)))
    return types_agree(b.type, a.type)


def _one_of(chart: Chart, i: int, k: int, rest: int, j: int) -> Iterator[Item[Sentence]]:
    stops = [p for p in chart.depth_free(rest, j) if chart.words[p] in (",", "or", "and")]
    bounds = [rest - 1, *stops, j]
    spans = [(a + 1, b) for a, b in zip(bounds, bounds[1:], strict=False) if b > a + 1]
    for left in read_terms(chart, i, k):
        choices = [[t for t in read_terms(chart, a, b) if _comparable(chart, "=", left, t)] for a, b in spans]
        if choices and all(choices):
            for combination in product(*choices):
                yield Item(Or(tuple(Compare("=", left.expr, t.expr) for t in combination)), None, left.quantifiers)


def _kind_test(chart: Chart, i: int, k: int, rest: int, j: int, denied: bool) -> Iterator[Item[Sentence]]:
    """`X is a K`, `X counts as a K`, `X is SWAN`: X is i..k, the kind rest..j."""
    start = rest + 1 if rest < j and chart.words[rest] in ARTICLES[:2] else rest
    for kind, _, end in chart.kinds_at(start):
        printed = chart.phrasebook.book.kinds[kind].printed
        if end != j or (start == rest and not printed):
            continue
        if start == rest and chart.scope.in_scenario:
            continue
        for item in read_terms(chart, i, k):
            if item.type is not None and item.type.base == "thing":
                test = Apply(f"kind:{kind}", (_its_event(chart, item.expr, kind),))
                yield Item(Not(test) if denied else test, None, item.quantifiers)


def _its_event(chart: Chart, term: Term, kind: str) -> Term:
    """Of `PIPPIN is an attack`, in a scenario that is told to its end: the one event in which that card takes part, which may be one."""
    book, scope = chart.phrasebook.book, chart.scope
    if not (isinstance(term, Literal) and isinstance(term.value, Ref) and book.is_a(kind, "event")):
        return term
    name = term.value.name
    event = "" if any(book.is_a(one, "event") for one in scope.things.get(name, ())) else scope.only_event_with(name)
    return Literal(Ref(event)) if event else term


def _text_tests(chart: Chart, i: int, k: int, j: int) -> Iterator[Item[Sentence]]:
    op = "word" if chart.has(k + 1, "the", "word") else "digit" if chart.has(k + 1, "the", "digit") else ""
    if not op or j != k + 4:
        return
    text = chart.tokens[j - 1].text
    if op == "word" and chart.has(i, "the", "name", "of"):
        for item in read_terms(chart, i + 3, k):
            if item.type is not None and item.type.base == "thing":
                yield Item(TextTest(op, item.expr, text), None, item.quantifiers)
    elif op == "digit":
        for item in read_terms(chart, i, k):
            if item.type is not None and item.type.is_number:
                yield Item(TextTest(op, item.expr, text), None, item.quantifiers)


def hoist(sentence: Sentence) -> tuple[Sentence, dict[str, str]]:
    """Turn the `a KIND` of plain statements into variables of the whole clause.

    Returns the sentence without these quantifiers, and the variables with their kinds.
    Those inside a denial, an `or` or another quantifier stay where they are, as `some`.
    """
    found: dict[str, str] = {}

    def plain(part: Sentence) -> Sentence:
        match part:
            case And(parts):
                return conjoin([plain(p) for p in parts])
            case Quantified("a", var, kind, _, body):
                found[var] = kind
                return plain(body)
            case Quantified("some", var, kind, _, Quantified() as body) if "@" in var:
                found[var] = kind
                return plain(body)
            case _:
                return settle_articles(part)

    return plain(sentence), found


def settle_articles(sentence: Sentence) -> Sentence:
    """Every remaining `a KIND` means `some KIND`, right where it stands."""
    settled = over(sentence, lambda term: term, settle_articles)
    return replace(settled, op="some") if isinstance(settled, Quantified) and settled.op == "a" else settled
