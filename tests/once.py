"""What several tests need and is long work: made once in a run of the tests, whichever worker needs it first."""

from __future__ import annotations

import fcntl
import os
import pickle
from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

Made = TypeVar("Made")


def once_in_a_run(make: Callable[..., Made]) -> Callable[..., Made]:
    """What the function makes of its arguments, kept in the run's own folder; a worker that needs it while another makes it waits."""

    @wraps(make)
    def made(*of: Any) -> Made:
        name = sha256(repr((make.__module__, make.__qualname__, of)).encode()).hexdigest()[:20]
        kept = Path(os.environ["ADJUDICATOR_TEST_RUN"]) / name
        with kept.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not kept.exists():
                found = make(*of)
                kept.write_bytes(pickle.dumps(found))
                return found
            return pickle.loads(kept.read_bytes())

    return made
