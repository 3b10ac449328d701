"""Reading one sentence or term, with the one meaning it has or a message saying why it has none."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from adjudicator.language.chart import Chart, Item, X
from adjudicator.language.diagnostics import SentenceError, did_you_mean
from adjudicator.language.faults import diagnose, has_unknown_name, too_deep, which_of
from adjudicator.language.scope import Phrasebook, Scope
from adjudicator.language.sentences import chart_of, hoist, read_sentences, settle_articles
from adjudicator.language.terms import fits, read_terms
from adjudicator.language.words import with_article
from adjudicator.model.expressions import Apply, Literal, Occurs, Permitted, Sentence, Term, Var, free_variables, walk
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.values import Ref, Type
from adjudicator.model.vocabulary import Event, Property

E = TypeVar("E", bound=Term | Sentence)


def read_sentence(text: str, phrasebook: Phrasebook, scope: Scope, *, introduce: bool = False) -> Sentence:
    """The meaning of a sentence. With `introduce`, `a KIND` adds a variable to the scope.

    Raises SentenceError when it has no meaning or several.
    """
    chart = chart_of(text, phrasebook, scope)
    found, unbound = _sentences(chart, introduce)
    sentence = _only(list(found), chart, unbound)
    scope.variables.update(found[sentence])
    return sentence


def _sentences(chart: Chart, introduce: bool) -> tuple[dict[Sentence, dict[str, str]], set[str]]:
    """The meanings of a text as a sentence, each with the variables it introduces, and the names that nothing binds."""
    found: dict[Sentence, dict[str, str]] = {}
    unbound: set[str] = set()
    for item in _all(read_sentences, chart):
        sentence, new = hoist(item.expr) if introduce else (settle_articles(item.expr), {})
        loose = free_variables(sentence) - set(chart.scope.variables) - set(new)
        if loose:
            unbound |= loose
        else:
            found.setdefault(sentence, new)
    return found, unbound


def told_sentence(text: str, phrasebook: Phrasebook, scope: Scope) -> Sentence | None:
    """As `read_sentence` with `introduce`; None where there is no meaning or several (why not is not asked, which takes longer)."""
    try:
        found = _sentences(chart_of(text, phrasebook, scope), True)[0]
    except SentenceError:
        return None
    best = _fittest(_plainest(list(found)), phrasebook, scope) if len(found) > 1 else list(found)
    if len(best) != 1:
        return None
    scope.variables.update(found[best[0]])
    return best[0]


def is_sentence(text: str, phrasebook: Phrasebook, scope: Scope) -> bool:
    """Whether a text can be read as a sentence; why not is not asked, which takes longer."""
    return sentence_of(text, phrasebook, scope) is not None


def sentence_of(text: str, phrasebook: Phrasebook, scope: Scope) -> Sentence | None:
    """The one meaning of a text as a sentence, if it has one."""
    try:
        found = list(_sentences(chart_of(text, phrasebook, scope), False)[0])
    except SentenceError:
        return None
    best = _fittest(_plainest(found), phrasebook, scope) if len(found) > 1 else found
    return best[0] if len(best) == 1 else None


def term_of(text: str, phrasebook: Phrasebook, scope: Scope) -> Term | None:
    """The one meaning of a text as a value, if it has one."""
    chart = chart_of(text, phrasebook, scope)
    try:
        items = _all(read_terms, chart)
    except SentenceError:
        return None
    found = [item.expr for item in items if not item.quantifiers and free_variables(item.expr) <= set(scope.variables)]
    best = _plainest(found) if len(found) > 1 else found
    return best[0] if len(best) == 1 else None


def read_term(text: str, phrasebook: Phrasebook, scope: Scope, wanted: Type | None = None) -> tuple[Term, Type]:
    """The meaning of a term and its type; with `wanted`, only meanings of that type count."""
    chart = chart_of(text, phrasebook, scope)
    found: dict[Term, Item[Term]] = {}
    unbound: set[str] = set()
    for item in _all(read_terms, chart):
        if wanted is not None and not fits(chart, item, wanted.kind, wanted):
            continue
        named = {q.var for q in item.quantifiers}
        loose = free_variables(item.expr) - set(scope.variables) - named
        if loose or any(q.op != "a" for q in item.quantifiers):
            unbound |= loose
        else:
            found.setdefault(item.expr, item)
    term = _only(list(found), chart, unbound, "value", wanted)
    for quantifier in found[term].quantifiers:
        scope.variables[quantifier.var] = quantifier.kind
    return term, found[term].type or Type("thing")


def _all(read: Callable[[Chart, int, int], list[Item[X]]], chart: Chart) -> list[Item[X]]:
    """Every reading of the whole text; one that no person could follow is refused instead of tried."""
    fault = too_deep(chart)
    if fault is not None:
        raise fault
    try:
        return read(chart, 0, len(chart.tokens))
    except RecursionError:
        raise SentenceError("layout", "this sentence is too long to be read at once", 0, len(chart.text),
                            "say it in several lines") from None  # fmt: skip


def _only(found: list[E], chart: Chart, unbound: set[str], what: str = "sentence", wanted: Type | None = None) -> E:
    if len(found) == 1:
        return found[0]
    if len(found) > 1:
        best = _fittest(_plainest(found), chart.phrasebook, chart.scope)
        if len(best) == 1:
            return best[0]
        raise _ambiguous(best, chart)
    if chart.scope.trying:
        raise SentenceError("phrase", "no phrase says this", 0, max(1, len(chart.text)))
    if unbound and not has_unknown_name(chart):
        name = sorted(unbound)[0].split("@")[0]
        raise _nothing_called(chart, name)
    raise diagnose(chart, what, wanted)


def _nothing_called(chart: Chart, name: str) -> SentenceError:
    """Why `the KIND` is nobody: nothing is called so, or in a scenario several things are of the kind, or none."""
    message, help = f"nothing here is called `the {name}`", did_you_mean(name, chart.scope.variables) or "name it in a `for` line"
    if chart.scope.in_scenario:
        end = _last_word(chart, name) + 1
        which = which_of(chart, max(0, end - len(name.split())), end)
        message = f"`the {name}` could be more than one" if which else message
        help = which or f"nothing on the table is {with_article(name)}; write who or what it is by its name"
    return SentenceError("name", message, *_place_of(chart, name), help)


def _plainest(found: list[E]) -> list[E]:
    """Readings with the fewest invented names and the fewest parts win over longer ones of the same words."""

    def cost(expr: Term | Sentence) -> int:
        return sum(1 for node in walk(expr))

    least = min(cost(expr) for expr in found)
    return [expr for expr in found if cost(expr) == least]


def _fittest(found: list[E], phrasebook: Phrasebook, scope: Scope) -> list[E]:
    """Of readings as plain as each other those that answer something below an event, and nothing elsewhere; of these, those in which the
    fewest things stand for what they only could count as, and then those in which the fewest stand where anything may stand."""
    if len(found) < 2:
        return found
    book = phrasebook.book
    counts = [(_misplaced(expr, book, scope.below), _strained(expr, book, scope), _open_to_anything(expr, book)) for expr in found]
    return [expr for expr, count in zip(found, counts, strict=True) if count == min(counts)]


def _strained(expr: Term | Sentence, book: Rulebook, scope: Scope) -> int:
    """How many things that fill a role of an event are of no kind that the role is for."""
    count = 0
    for wanted, filler in _filled(expr, book):
        kinds = _kinds_of(filler, book, scope) if wanted else ()
        count += bool(kinds) and not any(book.is_a(kind, wanted) for kind in kinds)
    return count


def _open_to_anything(expr: Term | Sentence, book: Rulebook) -> int:
    """How many things fill a role of an event that is for things of any kind."""
    return sum(wanted == "thing" for wanted, _ in _filled(expr, book))


def _filled(expr: Term | Sentence, book: Rulebook) -> Iterator[tuple[str, Term]]:
    """The kind that each role of its events is for, and what fills it."""
    for node in walk(expr):
        if isinstance(node, (Occurs, Permitted)) and node.event in book.events:
            yield from ((book.events[node.event].kind_of(role), filler) for role, filler in node.roles)


def _kinds_of(filler: Term, book: Rulebook, scope: Scope) -> tuple[str, ...]:
    """The kinds of what fills a role: of a thing, of a variable, of who plays a role in an event; empty where they are not known."""
    match filler:
        case Literal(Ref(name)):
            return scope.things.get(name, (name,) if name in book.kinds else ())
        case Var(name):
            return (scope.variables[name],) if name in scope.variables else ()
        case Apply(family, (Var(name),)) if family.startswith("role:") and scope.variables.get(name) in book.events:
            kind = book.events[scope.variables[name]].kind_of(family.removeprefix("role:"))
            return (kind,) if kind else ()
    return ()


def _misplaced(expr: Term | Sentence, book: Rulebook, below: bool) -> int:
    """How many events are answers where nothing is told that they would answer, or are none where they stand below what happens."""
    events = (book.events[n.event] for n in walk(expr) if isinstance(n, (Occurs, Permitted)) and n.event in book.events)
    return sum(bool(event.answers) is not below for event in events)


def _ambiguous(found: Sequence[Term | Sentence], chart: Chart) -> SentenceError:
    phrases = [_phrases_of(expr, chart) for expr in found[:2]]
    if phrases[0] == phrases[1]:
        shown = "the same phrases put together in two ways; use brackets or two lines"
    else:
        shown = f"`{phrases[0]}` or `{phrases[1]}`"
    return SentenceError("ambiguous", "this sentence can be read in two ways", 0, max(1, len(chart.text)), shown)


def _phrases_of(expr: Term | Sentence, chart: Chart) -> str:
    book, texts = chart.phrasebook.book, []
    for node in walk(expr):
        owner: Property | Event | None = None
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
    i = _last_word(chart, name)
    return (0, max(1, len(chart.text))) if i < 0 else (chart.tokens[i].start, len(chart.tokens[i].text))


def _last_word(chart: Chart, name: str) -> int:
    """Where the last word of a name stands first; -1 where it stands nowhere."""
    last = name.split(" ")[-1]
    return chart.words.index(last) if last in chart.words else -1
