"""Runs a program once under given controls and reports what happened.

Invariant: a run leaves no trace in torch: patches are undone, grad mode, default type and random state are reset.
"""

from __future__ import annotations

import contextlib
import io
import random
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from types import CodeType
from typing import Any

import torch

from tests.differential.oracle.controls import Controls
from tests.differential.oracle.engine import EngineCall, EngineMonitor, Failure, classify_failure, monitored_engine
from tests.differential.oracle.gradients import Ledger, observed_optimizers
from tests.differential.oracle.leaves import leaf_tensors, nodes_below
from tests.differential.oracle.sites import Stack, traceback_stack
from tests.differential.oracle.versions import VersionWatch, WatchMode

CUT = "__cut__"
"""The function that an instrumented program hands its expressions to."""


@dataclass(slots=True)
class Run:
    """One execution. `failure`, `stack`, `message` describe the refusal or error that ended the program; `attached`:
    number of each expression that had a tensor with a graph as value -> the leaves that it leads to, unless something is cut; `updated`: end values of all parameters that optimisers hold."""

    calls: list[EngineCall]
    ledger: Ledger
    attached: dict[int, set[int]]
    failure: Failure | None = None
    stack: Stack = ()
    message: str = ""

    @property
    def line(self) -> int | None:
        """Where the failure happened; None without one."""
        return self.stack[-1] if self.stack else None

    def updated(self) -> list[torch.Tensor]:
        """The parameters of all optimisers as the run left them, in order."""
        return [p.detach() for optimizer in self.ledger.optimizers for p in self.ledger.parameters(optimizer)]

    def same_training(self, other: Run) -> bool:
        """Whether in both runs each step used the gradients of the same calls, and the parameters end equal."""
        ours, theirs = self.updated(), other.updated()
        same_calls = [list(step.consumed.values()) for step in self.ledger.steps] == [
            list(step.consumed.values()) for step in other.ledger.steps
        ]
        return same_calls and len(ours) == len(theirs) and all(map(_equal, ours, theirs))


def _equal(one: torch.Tensor, other: torch.Tensor) -> bool:
    return one.shape == other.shape and torch.allclose(one, other, rtol=1e-5, atol=1e-7, equal_nan=True)


@contextmanager
def _clean_torch(seed: int) -> Iterator[None]:
    arguments, sys.argv = sys.argv, ["program.py"]
    random.seed(seed)
    torch.manual_seed(seed)
    torch.set_grad_enabled(True)
    torch.set_default_dtype(torch.float32)
    try:
        yield
    finally:
        sys.argv = arguments
        torch.set_grad_enabled(True)


def _enter_watchers(stack: ExitStack, controls: Controls, monitor: EngineMonitor, ledger: Ledger) -> None:
    stack.enter_context(monitored_engine(monitor))
    stack.enter_context(observed_optimizers(ledger))
    watch = VersionWatch(monitor)
    stack.callback(watch.end)
    if controls.unchecked:
        stack.enter_context(torch.autograd.graph.saved_tensors_hooks(watch.pack, watch.unpack))
    if controls.watch:
        stack.enter_context(WatchMode(watch, ledger))


def _make_cut(run: Run, chosen: frozenset[int], new_leaves: bool) -> Any:
    def cut(number: int, value: Any) -> Any:
        if isinstance(value, torch.Tensor) and value.grad_fn is not None:
            if not chosen:
                leads_to = run.attached.setdefault(number, set())
                leads_to.update(id(leaf) for leaf in leaf_tensors(nodes_below([value])))
            return value.detach().requires_grad_(new_leaves) if number in chosen else value
        return value

    return cut


def run_program(code: CodeType, controls: Controls, seed: int = 0) -> Run:
    """Execute `code` as `__main__`. Never raises for the program's sake."""
    ledger = Ledger()
    monitor = EngineMonitor(controls, ledger if controls.watch else None)
    run = Run(monitor.calls, ledger, {})
    with ExitStack() as stack:
        stack.enter_context(_clean_torch(seed))
        stack.enter_context(contextlib.redirect_stdout(io.StringIO()))
        _enter_watchers(stack, controls, monitor, ledger)
        try:
            exec(code, {"__name__": "__main__", CUT: _make_cut(run, controls.cut, controls.new_leaves)})
        except SystemExit:
            pass
        except Exception as error:
            run.failure = classify_failure(error)
            run.stack = traceback_stack(error.__traceback__)
            run.message = f"{type(error).__name__}: {error}"
        if controls.watch:
            ledger.synchronise()
    return run
