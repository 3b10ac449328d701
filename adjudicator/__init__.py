"""The adjudicator: rules and cards in readable text, settled exactly and explained.

    from adjudicator import load_scenarios, settle

    for scenario, rulebook in load_scenarios("a.scenario"):
        settlement = settle(rulebook, scenario)

The names below are the public interface, typed; the command line uses nothing less. They are imported when they are first
used, so that `adjudicator --help` is quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from adjudicator.comparing.two_books import compare
    from adjudicator.comparing.versus import contrast
    from adjudicator.engine.limits import LimitReached, Limits, RuleFault
    from adjudicator.language.diagnostics import LanguageError
    from adjudicator.language.loading import load_rulebook, load_scenario, load_scenarios
    from adjudicator.report.as_json import settlement_json
    from adjudicator.report.schema import schema
    from adjudicator.rulings.regress import regress
    from adjudicator.settling.changing.searching import what_would_change
    from adjudicator.settling.settling import settle
    from adjudicator.vetting.checking import check
    from adjudicator.vetting.vetting import check_book, vet

VERSION = "0.1.0"

_PUBLIC = {
    "load_rulebook": "adjudicator.language.loading",
    "load_scenario": "adjudicator.language.loading",
    "load_scenarios": "adjudicator.language.loading",
    "LanguageError": "adjudicator.language.diagnostics",
    "settle": "adjudicator.settling.settling",
    "settlement_json": "adjudicator.report.as_json",
    "schema": "adjudicator.report.schema",
    "check": "adjudicator.vetting.checking",
    "check_book": "adjudicator.vetting.vetting",
    "vet": "adjudicator.vetting.vetting",
    "compare": "adjudicator.comparing.two_books",
    "contrast": "adjudicator.comparing.versus",
    "regress": "adjudicator.rulings.regress",
    "what_would_change": "adjudicator.settling.changing.searching",
    "Limits": "adjudicator.engine.limits",
    "LimitReached": "adjudicator.engine.limits",
    "RuleFault": "adjudicator.engine.limits",
}

__all__ = [
    "VERSION", "LanguageError", "LimitReached", "Limits", "RuleFault", "check", "check_book", "compare", "contrast", "load_rulebook",
    "load_scenario", "load_scenarios", "regress", "schema", "settle", "settlement_json", "vet", "what_would_change",
]  # fmt: skip


def __getattr__(name: str) -> object:
    if name not in _PUBLIC:
        raise AttributeError(f"the adjudicator has no public name {name!r}")
    return getattr(import_module(_PUBLIC[name]), name)


def __dir__() -> list[str]:
    return __all__
