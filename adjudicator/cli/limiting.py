"""The limits of a question as options."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from typing import Any

import click

WRITTEN = 4_300
"""Digits that Python writes of itself."""


def limit_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """The options that say how far a question is followed, gathered into one argument `limits`."""

    @wraps(function)
    def run(**kwargs: object) -> object:
        from adjudicator.engine.limits import Limits

        own = {name: kwargs.pop(name) for name in ("worlds", "steps", "digits", "seconds", "memory")}
        _write_numbers(own["digits"])
        return function(**kwargs, limits=Limits(**own))  # type: ignore[arg-type]

    for option in reversed((
        click.option("--worlds", type=click.IntRange(min=1), default=4096, show_default=True, help="Limit on worlds followed one by one."),
        click.option("--steps", type=click.IntRange(min=1), default=1000, show_default=True, help="Limit on the steps of a story."),
        click.option("--digits", type=click.IntRange(min=1), default=1000, show_default=True, help="Limit on the digits of a number."),
        click.option("--seconds", type=click.FloatRange(min=0, min_open=True), default=60, show_default=True,
                     help="Limit on the time for one question."),
        click.option("--memory", type=click.IntRange(min=1), default=4096, show_default=True,
                     help="Limit on the megabytes that one question may add."),
    )):  # fmt: skip
        run = option(run)
    return run


def _write_numbers(digits: object) -> None:
    """Let Python write numbers as long as they may become; twice as long for a moment, before somebody looks."""
    if isinstance(digits, int) and hasattr(sys, "set_int_max_str_digits"):
        sys.set_int_max_str_digits(max(WRITTEN, 4 * digits))
