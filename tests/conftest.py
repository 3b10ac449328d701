"""Shared by all tests: a cache folder of the run's own, Hypothesis made repeatable, and the tiers.

Three tiers. *Quick* is what a person runs while thinking (`pytest -m quick`, under 90 seconds): every test that is
not slow. *Ci* is the whole (`pytest`), with samples that rotate. *Long* runs by hand: `python -m tests.fuzz`, everything
instead of samples (`sampling.py`), and the environment variables of `trying.py` for more cases; its figures stand in docs/trust.md.
"""

from __future__ import annotations

import gc
import os
import tempfile
from collections import Counter
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from browsers import chromium
from hypothesis import HealthCheck, settings

TESTS = Path(__file__).resolve().parent

os.environ.setdefault("ADJUDICATOR_CACHE", tempfile.mkdtemp(prefix="adjudicator-tests-"))
os.environ.setdefault("ADJUDICATOR_TEST_RUN", tempfile.mkdtemp(prefix="adjudicator-run-"))  # workers take it over
os.environ.setdefault("ADJUDICATOR_SAMPLE", date.today().strftime("%Y%m%d"))
gc.set_threshold(200_000, 20, 50)  # as for the command: a tenth of the time otherwise
settings.register_profile("repeatable", derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
settings.load_profile("repeatable")

SLOW = frozenset((
    "analysis/test_cards", "analysis/test_cluster", "analysis/test_command", "analysis/test_exhaustive", "analysis/test_house",
    "analysis/test_kept", "analysis/test_open_rulings", "analysis/test_planted", "analysis/test_repairs", "analysis/test_witnesses",
    "board/test_changing", "board/test_maps_that_change", "board/test_slow_sight", "changing/test_impossible", "changing/test_sets",
    "changing/test_supposing", "explanations/test_explanations", "language/test_again", "language/test_formatting", "language/test_fuzz",
    "lexicon/test_facts", "lexicon/test_synonyms", "precedents/test_books", "precedents/test_search_books", "tellings/test_fresh",
    "tellings/test_tellings", "test_arguments", "test_calls_and_contradictions", "test_docs", "test_explain", "test_export",
    "test_known_cards", "test_printed_cards", "test_reference", "test_schema", "test_slips", "test_specificity", "test_stories",
    "test_story_arguments", "test_story_generator", "test_trust", "test_wheel", "trust/test_caches", "trust/test_citations_are_true",
    "trust/test_conflicts", "trust/test_forced", "trust/test_from_the_promise_alone", "trust/test_limits",
))  # fmt: skip
"""The modules that are left out of the quick tier as a whole: those that took more than some 8 seconds of work when last measured
(`pytest --durations=0`). Single tests are marked `slow`."""


@pytest.fixture
def nothing_old() -> Iterator[None]:
    """What other tests hold is nothing that the work of this one, which is measured, should look through."""
    gc.freeze()
    yield
    gc.unfreeze()


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "slow: left out of the quick tier")
    config.addinivalue_line("markers", "quick: everything that is not slow (set by itself)")
    config.addinivalue_line("markers", "browser: needs Chromium")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not chromium():
        left_out = [item for item in items if item.get_closest_marker("browser")]
        items[:] = [item for item in items if not item.get_closest_marker("browser")]
        config.hook.pytest_deselected(items=left_out)
    for item in items:
        if item.path.relative_to(TESTS).with_suffix("").as_posix() in SLOW:
            item.add_marker(pytest.mark.slow)
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
