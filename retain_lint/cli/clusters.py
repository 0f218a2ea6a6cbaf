"""`--cluster`: the workers that a command is to use. Floor 6."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from retain_lint.configuration.values import ConfigError

if TYPE_CHECKING:
    from retain_lint.execution.workers import Workers


@contextmanager
def open_workers(arguments: argparse.Namespace) -> Iterator[Workers | None]:
    """The workers of the cluster that the command line names; None if it names none. Raises ConfigError."""
    if arguments.cluster is None:
        yield None
        return
    from retain_lint.execution.cluster import UnreachableCluster, connect

    with ExitStack() as stack:
        try:
            cluster = stack.enter_context(connect(arguments.cluster))
        except ImportError as error:
            raise ConfigError("--cluster needs distributed: `pip install 'retain-lint[cluster]'`") from error
        except UnreachableCluster as error:
            raise ConfigError(f"--cluster: {error}") from error
        yield cluster
