"""Work shared over a cluster of Dask: the same map over chunks as among processes, on as many machines as there are.

Every worker has this program and the files of the rulebook at the same places (a folder that all of them see); it says so where it has not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from adjudicator.language.diagnostics import Diagnostic, LanguageError
from adjudicator.model.places import NOWHERE

if TYPE_CHECKING:
    from dask.distributed import Client

Work = TypeVar("Work")
Done = TypeVar("Done")
PATIENCE = 10
"""Seconds in which a scheduler has to answer."""


def workers(address: str) -> int:
    """How many threads the cluster has to work with. Raises LanguageError where there is none at the address, or no Dask here."""
    with _client(address) as client:
        count: int = sum(client.nthreads().values())
    if not count:
        raise _refused(f"the cluster at `{address}` has no worker", f"start one: dask worker {address}")
    return count


def spread(function: Callable[[Work], Done], work: Sequence[Work], address: str, lost: Callable[[], None]) -> Iterator[tuple[Work, Done]]:
    """Each piece of work with what came of it, in the order in which they are done; all of it can be pickled.

    What a worker leaves that is lost, others do; `lost` is told where a piece was lost so often that it is done here.
    Raises LanguageError with what a worker raised.
    """
    from dask.distributed import as_completed
    from distributed.scheduler import KilledWorker

    with _client(address) as client:
        futures = {future.key: (future, one) for one, future in zip(work, client.map(function, work, pure=False), strict=True)}
        try:
            for future in as_completed([future for future, _ in futures.values()], loop=client.loop):
                one = futures[future.key][1]
                try:
                    done = future.result()
                except KilledWorker:
                    lost()
                    done = function(one)
                yield one, done
        except BaseException:
            client.cancel([future for future, _ in futures.values()], force=True)
            raise


def _client(address: str) -> Client:
    try:
        from dask.distributed import Client
    except ImportError:
        raise _refused("Dask is not installed here", "pip install adjudicator[cluster]") from None
    try:
        return Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        why = str(error).splitlines()[0] if str(error) else "no answer"
        raise _refused(f"no scheduler answers at `{address}`: {why}", "an address looks like tcp://machine:8786") from None


def _refused(message: str, help: str) -> LanguageError:
    return LanguageError([Diagnostic("cluster", message, NOWHERE, help=help)])
