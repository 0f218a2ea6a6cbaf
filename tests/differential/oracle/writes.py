"""Watches in-place writes by the movement of version counters, and hides those of chosen lines.

Invariant: a write is charged to the innermost line of the program that is active; an optimiser's update to its step().
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import torch
from torch.overrides import TorchFunctionMode

from tests.differential.oracle.controls import Controls
from tests.differential.oracle.sites import current_stack


def _tensors_in(arguments: Iterable[object]) -> list[torch.Tensor]:
    found: list[torch.Tensor] = []
    for argument in arguments:
        if isinstance(argument, torch.Tensor):
            found.append(argument)
        elif isinstance(argument, (list, tuple)):
            found.extend(item for item in argument if isinstance(item, torch.Tensor))
    return found


@dataclass(slots=True)
class Write:
    """One in-place write: its line, and how many engine calls had been made before it."""

    line: int
    calls_before: int


@dataclass
class WriteLog:
    """Writes seen so far; `count_calls` tells how many engine calls the run has made."""

    count_calls: Callable[[], int]
    writes: list[Write] = field(default_factory=list)


class WriteMode(TorchFunctionMode):
    """Compares versions of every argument before and after each tensor function."""

    def __init__(self, controls: Controls, log: WriteLog) -> None:
        super().__init__()
        self.controls = controls
        self.log = log

    def __torch_function__(
        self, func: Callable[..., Any], types: Any, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        keywords = kwargs or {}
        tensors = _tensors_in([*args, *keywords.values()])
        versions = [tensor._version for tensor in tensors]
        result = func(*args, **keywords)
        moved = [(tensor, old) for tensor, old in zip(tensors, versions, strict=False) if tensor._version != old]
        if moved:
            self._note(moved)
        return result

    def _note(self, moved: list[tuple[torch.Tensor, int]]) -> None:
        stack = current_stack()
        line = stack[-1] if stack else 0
        self.log.writes.append(Write(line, self.log.count_calls()))
        if self.controls.hides(line):
            tensors, versions = zip(*moved, strict=False)
            torch._C._autograd._unsafe_set_version_counter(tensors, versions)
