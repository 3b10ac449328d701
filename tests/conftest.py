"""Shared by all tests: a cache folder of the run's own, and Hypothesis made repeatable."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent

os.environ.setdefault("ADJUDICATOR_CACHE", tempfile.mkdtemp(prefix="adjudicator-tests-"))
settings.register_profile("repeatable", derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
settings.load_profile("repeatable")
