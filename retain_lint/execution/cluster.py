"""The workers of a dask.distributed cluster, through its executor interface. Floor 5.

The cluster runs the work of a worker that died on another one, a few times; then it gives the work up.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Any

from retain_lint.execution.workers import hold

#: seconds until a scheduler that does not answer is given up
_PATIENCE = 10


class UnreachableCluster(Exception):
    """There is no cluster at the address, or none that has workers; the message says why."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """A cluster that a client is connected to."""

    client: Any
    deaths: tuple[type[Exception], ...]

    @property
    def count(self) -> int:
        """The threads of its workers: an analysis keeps one busy."""
        return sum(self.client.ncores().values())

    def open(self, most: int) -> AbstractContextManager[Executor]:
        """See Workers. The cluster itself says how much it does at once."""
        return hold(self.client.get_executor(pure=False))


@contextmanager
def connect(address: str) -> Iterator[Cluster]:
    """The cluster whose scheduler has this address, such as `tcp://10.0.0.1:8786`. Raises ImportError without the library,
    UnreachableCluster."""
    from distributed import Client, KilledWorker

    make_client: Any = Client  # whether the library has types depends on its version
    try:
        client = make_client(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:  # the library's errors of connections are OSErrors
        raise UnreachableCluster(f"no cluster answers at {address}: {error}") from error
    with client:
        cluster = Cluster(client, (KilledWorker,))
        if not cluster.count:
            raise UnreachableCluster(f"the cluster at {address} has no workers")
        yield cluster
