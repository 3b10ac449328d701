"""Bounds on single numbers, read off without a solver: the same as the solver says."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import example, given, settings
from hypothesis import strategies as st

from adjudicator.engine.ranges import Bound
from adjudicator.engine.symbols import Condition, Solving, Symbol, Symbols

numbers = st.fractions(min_value=-3, max_value=3, max_denominator=3)
bounds = st.tuples(st.sampled_from(("n", "x")), st.sampled_from(("=", "!=", "<", "<=", ">", ">=")), numbers)


def _path(symbols: Symbols, unknowns: dict[str, Symbol], told: list[Bound]) -> list[tuple[Condition, bool]]:
    return [(symbols.compare("=" if op == "!=" else op, unknowns[name], number), op != "!=") for name, op, number in told]


def _unknowns(symbols: Symbols) -> dict[str, Symbol]:
    named = {
        "n": symbols.constant(("n", ()), "n", True, (None, Fraction(2))),
        "x": symbols.constant(("x", ()), "x", False, (Fraction(-1), None)),
    }
    return {name: symbol for name, symbol in named.items() if isinstance(symbol, Symbol)}


@given(st.lists(bounds, max_size=7))
@settings(max_examples=400)
@example([("n", ">", Fraction(0)), ("n", "<", Fraction(1))])
@example([("x", ">=", Fraction(1)), ("x", "<=", Fraction(1)), ("x", "!=", Fraction(1))])
@example([("n", ">", Fraction(0)), ("n", "!=", Fraction(1)), ("n", "!=", Fraction(2))])
def test_whether_bounds_can_hold_together(told: list[Bound]) -> None:
    symbols = Symbols("ranges")
    unknowns = _unknowns(symbols)
    path = _path(symbols, unknowns, told)
    assert symbols.possible(path) == Solving(symbols).possible(path)


@given(st.lists(bounds, min_size=1, max_size=7))
@settings(max_examples=200)
@example([("n", ">=", Fraction(1)), ("n", "!=", Fraction(2))])
@example([("x", "<=", Fraction(-1))])
def test_the_one_number_that_is_left(told: list[Bound]) -> None:
    symbols = Symbols("ranges")
    unknowns = _unknowns(symbols)
    path, solver = _path(symbols, unknowns, told), Solving(symbols)
    if not solver.possible(path):
        return
    for name, symbol in unknowns.items():
        if not any(bound[0] == name for bound in told):
            continue
        some = solver.value_in(path, symbol)
        others = some is None or solver.possible([*path, (symbols.compare("=", symbol, some), False)])
        assert symbols.only(symbol, path) == (None if others else some)
