"""The adjudicator: rules and cards in readable text, settled exactly and explained.

    from adjudicator import load_scenarios, settle

    for scenario, rulebook in load_scenarios("a.scenario"):
        settlement = settle(rulebook, scenario)

The names below are the public interface; the command line uses nothing less.
They are imported when they are first used, so that `adjudicator --help` is quick.
"""

from __future__ import annotations

from importlib import import_module

VERSION = "0.1.0"

_PUBLIC = {
    "load_rulebook": "adjudicator.language.loading",
    "load_scenario": "adjudicator.language.loading",
    "load_scenarios": "adjudicator.language.loading",
    "LanguageError": "adjudicator.language.diagnostics",
    "settle": "adjudicator.settling.settling",
    "settlement_json": "adjudicator.report.as_json",
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

__all__ = ["VERSION", *_PUBLIC]  # noqa: PLE0604


def __getattr__(name: str) -> object:
    if name not in _PUBLIC:
        raise AttributeError(f"the adjudicator has no public name {name!r}")
    return getattr(import_module(_PUBLIC[name]), name)
