"""Shared by all tests: a cache folder of the run's own, Hypothesis made repeatable, and the tiers.

Three tiers. *Quick* is what a person runs while thinking (`pytest -m quick`, under 90 seconds): every test that is
not marked `slow`. *Ci* is the whole (`pytest`). *Long* runs by hand: `python -m tests.fuzz`, and the environment
variables of `trying.py` for more cases; its figures stand in docs/trust.md.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections import Counter
from datetime import date

import pytest
from hypothesis import HealthCheck, settings

os.environ.setdefault("ADJUDICATOR_CACHE", tempfile.mkdtemp(prefix="adjudicator-tests-"))
os.environ.setdefault("ADJUDICATOR_SAMPLE", date.today().strftime("%Y%m%d"))
settings.register_profile("repeatable", derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
settings.load_profile("repeatable")

WARNING_MINUTES = 22
"""Above this, whoever waits for the run should be told."""


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "slow: left out of the quick tier")
    config.addinivalue_line("markers", "quick: everything that is not slow (set by itself)")
    config.addinivalue_line("markers", "browser: needs Chromium")


def chromium() -> str:
    """The browser of the page's tests; empty where there is none."""
    return next((found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), "")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not chromium():
        left_out = [item for item in items if item.get_closest_marker("browser")]
        items[:] = [item for item in items if not item.get_closest_marker("browser")]
        config.hook.pytest_deselected(items=left_out)
    for item in items:
        if not item.get_closest_marker("slow") and not item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.quick)


def pytest_report_header() -> str:
    browser = "" if chromium() else "left out: the tests in a browser (no Chromium found); "
    return f"{browser}samples: ADJUDICATOR_SAMPLE={os.environ['ADJUDICATOR_SAMPLE']} (set it to draw the same ones again)"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The minutes of each tier, added up over all workers; and the seed of the samples, where something failed."""
    spent: Counter[str] = Counter()
    for reports in terminalreporter.stats.values():
        for report in reports:
            if isinstance(report, pytest.TestReport):
                spent["quick" if "quick" in report.keywords else "slow"] += report.duration
    if spent:
        each = ", ".join(f"{tier} {seconds / 60:.1f}" for tier, seconds in sorted(spent.items()))
        terminalreporter.write_line(f"minutes of work: {each} (all workers together)")
        terminalreporter.write_line(pytest_report_header())
