"""Runs a program once under given controls and reports what happened.

Invariant: a run leaves no trace in torch: patches are undone, grad mode, default type and random state are reset.
"""

from __future__ import annotations

import contextlib
import io
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from types import CodeType

import torch

from tests.differential.oracle.controls import Controls
from tests.differential.oracle.engine import EngineCall, EngineMonitor, Failure, classify_failure, monitored_engine
from tests.differential.oracle.gradients import Ledger, observed_optimizers
from tests.differential.oracle.reads import ReadMode
from tests.differential.oracle.sites import Stack, traceback_stack
from tests.differential.oracle.writes import Write, WriteLog, WriteMode


@dataclass(slots=True)
class Run:
    """One execution. `failure` and `stack` describe the first refusal of the engine, or the error that ended the program;
    `failed_call` is the index of the refused engine call, None when the error came from elsewhere."""

    calls: list[EngineCall]
    writes: list[Write]
    ledger: Ledger | None
    output: str
    failure: Failure | None = None
    failed_call: int | None = None
    stack: Stack = ()
    message: str = ""
    parameters: list[torch.Tensor] = field(default_factory=list)

    @property
    def line(self) -> int | None:
        """Where the failure happened; None without one."""
        return self.stack[-1] if self.stack else None


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


def _detach_saved(tensor: torch.Tensor) -> torch.Tensor:
    return tensor.detach()


def _hand_over(tensor: torch.Tensor) -> torch.Tensor:
    return tensor


def _enter_watchers(stack: ExitStack, controls: Controls, monitor: EngineMonitor, ledger: Ledger | None) -> WriteLog:
    log = WriteLog(lambda: len(monitor.calls))
    stack.enter_context(monitored_engine(monitor))
    if controls.unchecked:
        # the engine compares versions only of tensors that it keeps itself, not of those that hooks give back
        stack.enter_context(torch.autograd.graph.saved_tensors_hooks(_detach_saved, _hand_over))
    if ledger is not None:
        stack.enter_context(observed_optimizers(ledger))
        stack.enter_context(ReadMode(ledger))
    if controls.needs_write_mode:
        stack.enter_context(WriteMode(controls, log))
    return log


def _note_failure(run: Run, error: BaseException) -> None:
    refused = next((call for call in run.calls if call.failure is not None), None)
    run.failure = classify_failure(error) if refused is None else refused.failure
    run.failed_call = None if refused is None else refused.index
    run.stack = traceback_stack(error.__traceback__) if refused is None else refused.stack
    run.message = f"{type(error).__name__}: {error}"


def run_program(
    code: CodeType, controls: Controls, names: dict[str, Callable[..., object]] | None = None, seed: int = 0
) -> Run:
    """Execute `code` as `__main__` with `names` added to its builtins-like globals. Never raises for the program's sake."""
    ledger = Ledger() if controls.watch_gradients else None
    monitor = EngineMonitor(controls, ledger)
    output = io.StringIO()
    run = Run(monitor.calls, [], ledger, "")
    with ExitStack() as stack:
        stack.enter_context(_clean_torch(seed))
        stack.enter_context(contextlib.redirect_stdout(output))
        run.writes = _enter_watchers(stack, controls, monitor, ledger).writes
        try:
            exec(code, {"__name__": "__main__", **(names or {})})
        except SystemExit:
            pass
        except Exception as error:
            _note_failure(run, error)
    swallowed = run.failure is None and any(call.failure is not None for call in run.calls)
    if swallowed:
        _note_failure(run, RuntimeError("caught by the program"))
    run.output = output.getvalue()
    if ledger is not None:
        run.parameters = [
            parameter
            for optimizer in ledger.optimizers
            for group in optimizer.param_groups
            for parameter in group["params"]
        ]
    return run
