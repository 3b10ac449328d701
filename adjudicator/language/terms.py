"""Reading terms: names, variables, numbers, arithmetic, aggregates, properties with a value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from adjudicator.language.chart import Chart, Item, Quantifier
from adjudicator.language.phrases import Pattern, slot_type
from adjudicator.language.words import ARTICLES, NUMERALS, in_words
from adjudicator.model.expressions import TRUE, Aggregate, Apply, Arith, Literal, Round, Sentence, Term, Var
from adjudicator.model.values import FRACTION, WHOLE, Ref, Type
from adjudicator.model.vocabulary import Event, Property, Slot


def thing_type(kind: str) -> Type:
    """The type of things of a kind."""
    return Type("thing", kind=kind)


def read_terms(chart: Chart, i: int, j: int) -> list[Item[Term]]:
    """Every way to read the words i..j as a term."""
    if i >= j:
        return []
    known = chart.terms.get((i, j))
    if known is None:
        chart.terms[(i, j)] = []
        known = chart.terms[(i, j)] = _unique(_readings(chart, i, j))
    return known


def _unique(items: Iterator[Item[Term]]) -> list[Item[Term]]:
    return list(dict.fromkeys(items))


def _readings(chart: Chart, i: int, j: int) -> Iterator[Item[Term]]:
    yield from _atoms(chart, i, j)
    yield from _named(chart, i, j)
    yield from _indefinite(chart, i, j)
    if j - i > 2:
        yield from _bracketed(chart, i, j)
        yield from _arithmetic(chart, i, j)
        yield from _aggregates(chart, i, j)
    yield from _suffixed(chart, i, j)
    yield from _properties(chart, i, j)
    if chart.has(i, "who", "decides"):
        yield from _decider(chart, i + 2, j)


def _atoms(chart: Chart, i: int, j: int) -> Iterator[Item[Term]]:
    if j != i + 1:
        hyphenated = "-".join(chart.words[i:j])  # `in the discard pile`, of a place that is called discard-pile
        if hyphenated in chart.phrasebook.choice_words:
            yield Item(Literal(hyphenated), Type("choice", (hyphenated,)))
        return
    text, word = chart.tokens[i].text, chart.words[i]
    if text[0].isdigit():
        number = parse_number(text)
        if number is not None:
            yield Item(Literal(number), FRACTION)
        spelled = in_words(text)
        if spelled in chart.phrasebook.choice_words:  # `phase 3`, of phases that are called one, two, three
            yield Item(Literal(spelled), Type("choice", (spelled,)))
    elif word in NUMERALS[1:]:
        yield Item(Literal(Fraction(NUMERALS.index(word))), FRACTION)
    if word in ("nobody", "nothing"):
        yield Item(Literal(None), Type("thing", nobody=True))
    written = text if text in chart.phrasebook.choice_words else word
    if written in chart.phrasebook.choice_words:
        yield Item(Literal(written), Type("choice", (written,)))


LONGEST_NUMBER = 40
"""Characters; no game counts further."""

_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?(/[0-9]+(\.[0-9]+)?)?")


def parse_number(text: str) -> Fraction | None:
    """A whole number, decimal or fraction, exactly; None if it is none or absurdly long."""
    if len(text) > LONGEST_NUMBER or not _NUMBER.fullmatch(text):
        return None
    top, _, bottom = text.partition("/")
    divisor = Fraction(bottom or 1)
    return Fraction(top) / divisor if divisor else None


def _named(chart: Chart, i: int, j: int) -> Iterator[Item[Term]]:
    """Variables and things, with or without `the`."""
    start = i + 1 if chart.words[i] in ("the", "this") and j - i > 1 else i
    name = " ".join(chart.words[start:j])
    scope = chart.scope
    whole = " ".join(chart.words[i:j])
    for candidate in dict.fromkeys((whole, name) if chart.words[i] == "this" else (name, whole)):
        kind = scope.variables.get(candidate)
        if kind is not None and (start > i or candidate != kind or candidate == "it"):
            yield Item(Var("it" if candidate == "this card" else candidate), thing_type(kind))  # two words for one thing
            return
    if chart.words[i] == "the" and scope.whole and (only := the_ones(chart, start, j)) and len(only) == 1:
        yield Item(Literal(Ref(only[0])), thing_type(scope.things[only[0]][0]))
        return
    if name in chart.introduced and name not in scope.variables and (start > i or name not in chart.introduced[name]):
        for kind in sorted(chart.introduced[name]):
            yield Item(Var(name), thing_type(kind))
    start = _behind_its_kind(chart, start, j) if start > i else start
    for raw in dict.fromkeys(tuple(t.text for t in chart.tokens[k:j]) for k in (i, start)):  # `The Iron Legion` is a name, too
        if raw in chart.names:
            thing = chart.names[raw]
            kinds = scope.things.get(thing) or chart.phrasebook.book.constants.get(thing, ("thing",))
            yield Item(Literal(Ref(thing)), thing_type(kinds[0]))
            return
        if (found := chart.phrasebook.kind_names.get(raw)) and chart.phrasebook.book.kinds[found[0]].printed:
            if scope.in_scenario:
                yield Item(Literal(Ref(found[0])), thing_type(found[0]))
            else:
                yield Item(Var(f"{found[0]}@{i}"), thing_type(found[0]), (Quantifier("a", f"{found[0]}@{i}", found[0], i),))
            return


def _behind_its_kind(chart: Chart, i: int, j: int) -> int:
    """Where the name begins in `the chest GOLD`, which is the chest of that name; where the words begin, if it is none."""
    book = chart.phrasebook.book
    for kind, plural, end in chart.kinds_at(i):
        thing = chart.names.get(tuple(token.text for token in chart.tokens[end:j])) if end < j and not plural else None
        if thing is not None and any(book.is_a(one, kind) for one in chart.scope.things.get(thing, ())):
            return end
    return i


def the_ones(chart: Chart, i: int, j: int) -> list[str] | None:
    """The things of a scenario that `the KIND` could mean; None where that is no kind, or a name, or `a KIND` is spoken of, too."""
    raw, book = tuple(token.text for token in chart.tokens[i:j]), chart.phrasebook.book
    word = " ".join(raw)
    card = word.upper() if word.upper() in book.cards else ""
    kind = next((kind for kind, plural, end in chart.kinds_at(i) if end == j and not plural), chart.phrasebook.also.get(word, card))
    if not kind or raw in chart.names or kind in chart.scope.things or book.is_a(kind, "event"):
        return None
    if any(article in ARTICLES and any(one == kind for one, _, _ in chart.kinds_at(k + 1)) for k, article in enumerate(chart.words)):
        return None
    if card and len(drawn := chart.scope.drawn_as(card)) == 1:
        return [*drawn]
    return [name for name, kinds in chart.scope.things.items() if card in kinds or any(book.is_a(one, kind) for one in kinds)]


def _indefinite(chart: Chart, i: int, j: int) -> Iterator[Item[Term]]:
    """`a hat`, `some boat`, `no toy`, `every player`, `a hat h`."""
    op = chart.words[i]
    if op not in ARTICLES:
        return
    op = {"an": "a", "any": "a"}.get(op, op)
    for kind, plural, end in chart.kinds_at(i + 1):
        if plural:
            continue
        if end == j:
            var = kind if op == "a" and kind not in chart.scope.variables else f"{kind}@{i}"
            yield Item(Var(var), thing_type(kind), (Quantifier(op, var, kind, i),))
        elif end + 1 == j and (name := chart.name_at(end, j)):
            yield Item(Var(name), thing_type(kind), (Quantifier(op, name, kind, i),))


def _bracketed(chart: Chart, i: int, j: int) -> Iterator[Item[Term]]:
    if chart.words[i] == "(" and chart.words[j - 1] == ")":
        yield from read_terms(chart, i + 1, j - 1)


def _is_number(item: Item[Term]) -> bool:
    return item.type is not None and item.type.is_number


def _arithmetic(chart: Chart, i: int, j: int) -> Iterator[Item[Term]]:
    if chart.words[j - 2] == "rounded":
        return
    free = chart.depth_free(i, j)
    for operators in (("plus", "+", "minus", "-"), ("times", "*", "divided", "/")):
        for k in reversed(free):
            if chart.words[k] not in operators:
                continue
            width = 2 if chart.has(k, "divided", "by") else 1
            sign = {"plus": "+", "minus": "-", "times": "*", "divided": "/"}.get(chart.words[k], chart.words[k])
            found = [
                Item(Arith(sign, a.expr, b.expr), FRACTION if sign == "/" else _wider(a, b), a.quantifiers + b.quantifiers)
                for a in read_terms(chart, i, k) if _is_number(a)
                for b in read_terms(chart, k + width, j) if _is_number(b)
            ]  # fmt: skip
            if found:
                yield from found
                return
    for word, op in (("smaller", "min"), ("larger", "max")):
        if chart.has(i, "the", word, "of"):
            for k in free:
                if chart.words[k] == "and" and k > i + 3:
                    for a, b in product(read_terms(chart, i + 3, k), read_terms(chart, k + 1, j)):
                        if _is_number(a) and _is_number(b):
                            yield Item(Arith(op, a.expr, b.expr), _wider(a, b), a.quantifiers + b.quantifiers)


def _wider(a: Item[Term], b: Item[Term]) -> Type:
    return WHOLE if a.type == b.type == WHOLE else FRACTION


def _suffixed(chart: Chart, i: int, j: int) -> Iterator[Item[Term]]:
    if j - i > 2 and chart.words[j - 2] == "rounded" and chart.words[j - 1] in ("up", "down"):
        for item in read_terms(chart, i, j - 2):
            if _is_number(item):
                yield Item(Round(chart.words[j - 1], item.expr), WHOLE, item.quantifiers)
    if j - i > 1 and chart.words[j - 1] == "afterwards":
        for item in read_terms(chart, i, j - 1):
            if isinstance(item.expr, Apply) and ":" not in item.expr.property:
                yield Item(Apply("after:" + item.expr.property, item.expr.args), item.type, item.quantifiers)


def _properties(chart: Chart, i: int, j: int) -> Iterator[Item[Term]]:
    for pattern in chart.patterns:
        if pattern.use == "term":
            for args, quantifiers in match_slots(chart, pattern, i, j):
                owner = pattern.owner
                assert isinstance(owner, Property)
                yield Item(Apply(owner.name, tuple(args[role] for role in owner.roles)), owner.type, quantifiers)


def match_slots(chart: Chart, pattern: Pattern, i: int, j: int) -> Iterator[tuple[dict[str, Term], tuple[Quantifier, ...]]]:
    """Every filling of a pattern's slots over the span: role to term, with the quantifiers met."""
    for spans in chart.match(pattern, i, j):
        choices = [_fillings(chart, slot, start, end, pattern.owner) for slot, start, end in spans]
        if all(choices):
            for filling in product(*choices):
                args = {slot.role: item.expr for (slot, _, _), item in zip(spans, filling, strict=True)}
                yield args, tuple(q for item in filling for q in item.quantifiers)


def _fillings(chart: Chart, slot: Slot, i: int, j: int, owner: Property | Event) -> list[Item[Term]]:
    return [] if chart.words[j - 1] == "afterwards" else fitting(chart, slot, i, j, owner)


def fitting(chart: Chart, slot: Slot, i: int, j: int, owner: Property | Event) -> list[Item[Term]]:
    """What the words of a span mean that can stand in a slot."""
    wanted = slot_type(slot, owner)
    items = [_as_drawn(chart, item, slot.kind if wanted is None else wanted.kind) for item in read_terms(chart, i, j)]
    return [item for item in items if fits(chart, item, slot.kind, wanted)]


def _as_drawn(chart: Chart, item: Item[Term], place: str) -> Item[Term]:
    """A card that is named in a place for things of the table, and drawn there once (`b  a BUSH`): that one is meant."""
    if not (isinstance(item.expr, Literal) and isinstance(item.expr.value, Ref)):
        return item
    drawn = chart.scope.drawn_as(item.expr.value.name)
    if len(drawn) != 1 or chart.phrasebook.is_for_cards(place):
        return item
    return Item(Literal(Ref(drawn[0])), item.type, item.quantifiers)


def fits(chart: Chart, item: Item[Term], kind: str, wanted: Type | None) -> bool:
    """Whether a term can stand in a slot of this kind, or of this value type."""
    got = item.type
    if got is None:
        return False
    if wanted is None or wanted.base == "thing":
        if got.base != "thing":
            return False
        place = kind if wanted is None else wanted.kind
        if isinstance(item.expr, Literal) and item.expr.value is None:
            return wanted is not None and wanted.nobody
        return _thing_fits(chart, item, place)
    given = item.expr.value if isinstance(item.expr, Literal) else None
    if wanted.base == "whole" and isinstance(given, Fraction) and given.denominator != 1:
        return False
    return types_agree(got, wanted)


def _thing_fits(chart: Chart, item: Item[Term], place: str) -> bool:
    own = item.type.kind if item.type is not None else ""
    if isinstance(item.expr, Literal) and isinstance(item.expr.value, Ref):
        kinds = chart.scope.things.get(item.expr.value.name, (own,))
        return any(chart.phrasebook.compatible(kind, place) for kind in kinds)
    return chart.phrasebook.compatible(own, place)


def types_agree(got: Type, wanted: Type) -> bool:
    """Whether values of the two types can be compared."""
    if got.is_number and wanted.is_number:
        return True
    if got.base == wanted.base == "choice":
        return bool(set(got.options) & set(wanted.options))
    return got.base == wanted.base


def _aggregates(chart: Chart, i: int, j: int) -> Iterator[Item[Term]]:
    for head, op in ((("the", "number", "of"), "count"), (("how", "many"), "count"), (("the", "set", "of"), "set"),
                     (("which",), "set")):  # fmt: skip
        if chart.has(i, *head):
            for var, kind, such in _collection(chart, i + len(head), j):
                kind_type = FRACTION if op == "count" else Type("set", kind=kind)
                yield Item(Aggregate(op, var, kind, such), WHOLE if op == "count" else kind_type)
    for word, op in (("sum", "sum"), ("least", "least"), ("greatest", "greatest")):
        if chart.has(i, "the", word):
            start = i + 3 if chart.has(i + 2, "of") else i + 2
            for k in chart.depth_free(start, j):
                if chart.words[k] == "over":
                    for (var, kind, such), term in product(_collection(chart, k + 1, j), read_terms(chart, start, k)):
                        if _is_number(term) and not term.quantifiers:
                            yield Item(Aggregate(op, var, kind, such, term.expr), term.type)
    if chart.has(i, "the"):
        yield from _extreme(chart, i + 1, j)


def _extreme(chart: Chart, i: int, j: int) -> Iterator[Item[Term]]:
    """`the KIND x with the least T [such that S]`."""
    for var, kind, end in _binders(chart, i, j):
        for sign, word in ((1, "least"), (-1, "greatest")):
            if not chart.has(end, "with", "the", word):
                continue
            for stop, such in _such_that_from(chart, end + 3, j):
                for term in read_terms(chart, end + 3, stop):
                    if _is_number(term) and not term.quantifiers:
                        key: Term = term.expr if sign > 0 else Arith("-", Literal(Fraction(0)), term.expr)
                        yield Item(Aggregate("nearest", var, kind, such, key), thing_type(kind))


def _binders(chart: Chart, i: int, j: int) -> Iterator[tuple[str, str, int]]:
    for kind, _, end in chart.kinds_at(i):
        if end <= j:
            yield kind, kind, end
            if end < j and (name := chart.name_at(end, end + 1)) and name not in ("such", "with"):
                yield name, kind, end + 1


def _collection(chart: Chart, i: int, j: int) -> Iterator[tuple[str, str, Sentence]]:
    """`KIND [name] [such that S]` up to the end of the span."""
    for var, kind, end in _binders(chart, i, j):
        if end == j:
            yield var, kind, TRUE
        else:
            for stop, such in _such_that_from(chart, end, j):
                if stop == end and such != TRUE:
                    yield var, kind, such


def _such_that_from(chart: Chart, start: int, j: int) -> Iterator[tuple[int, Sentence]]:
    yield j, TRUE
    for k in range(start, j - 2):
        if chart.has(k, "such", "that"):
            for item in chart.read_sentences(chart, k + 2, j):
                yield k, item.expr
            return


def _decider(chart: Chart, i: int, j: int) -> Iterator[Item[Term]]:
    for item in read_terms(chart, i, j):
        if isinstance(item.expr, Apply) and not item.quantifiers:
            yield Item(Apply("decider:" + item.expr.property, item.expr.args), thing_type("thing"))
