"""Sees which saved tensors the engine finds changed, without the engine refusing them.

Saved-tensor hooks switch the engine's own check off; they make the same comparison (version when saved, version when used) in its
place. Invariant: each version that a tensor function moved is charged to the innermost line of the program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import torch
from torch.overrides import TorchFunctionMode

from tests.differential.oracle.engine import EngineMonitor
from tests.differential.oracle.gradients import Ledger
from tests.differential.oracle.leaves import tensors_in
from tests.differential.oracle.sites import called_from_program, current_stack

_NO_USE = frozenset({"zero_", "detach_", "requires_grad_"})


@dataclass(frozen=True, slots=True)
class Packed:
    """A saved tensor and its version at that time."""

    tensor: torch.Tensor
    version: int


@dataclass(slots=True)
class VersionWatch:
    """`writers`: (storage, version) -> the line that moved the storage's tensors to that version."""

    monitor: EngineMonitor | None
    writers: dict[tuple[int, int], int] = field(default_factory=dict)
    held: list[torch.Tensor] = field(default_factory=list)

    def pack(self, tensor: torch.Tensor) -> Packed:
        return Packed(tensor.detach(), tensor._version)

    def unpack(self, packed: Packed) -> torch.Tensor:
        if self.monitor is not None and packed.tensor._version != packed.version and self.monitor.active:
            call = self.monitor.calls[-1]
            writer = self.writers.get((_storage(packed.tensor), packed.version + 1))
            call.stale = True
            if writer is not None and writer not in call.writes:
                call.writes = (*call.writes, writer)
        return packed.tensor

    def end(self) -> None:
        """Lets go of the run. The engine's nodes hold this object, the run holds the nodes, and no collector sees through both:
        neither would ever be freed."""
        self.monitor = None
        self.held.clear()

    def note_write(self, tensor: torch.Tensor, before: int) -> None:
        """A tensor function moved the tensor's version on from `before`."""
        stack = current_stack()
        line = stack[-1] if stack else 0
        self.held.append(tensor.detach())  # or else another tensor could get the storage's address
        for version in range(before + 1, tensor._version + 1):
            self.writers[_storage(tensor), version] = line


def _storage(tensor: torch.Tensor) -> int:
    return tensor.untyped_storage().data_ptr()


class WatchMode(TorchFunctionMode):
    """Compares versions before and after each tensor function; tells the ledger which tensors the program computes with."""

    def __init__(self, watch: VersionWatch, ledger: Ledger) -> None:
        super().__init__()
        self.watch = watch
        self.ledger = ledger

    def __torch_function__(
        self, func: Callable[..., Any], types: Any, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        keywords = kwargs or {}
        name = getattr(func, "__name__", "")
        if name == "__get__" and not called_from_program(depth=1):
            return func(*args)  # most of all calls: an optimiser looks at a tensor's attribute
        tensors = tensors_in([*args, *keywords.values()])
        if called_from_program(depth=1) and name not in _NO_USE:
            self._note_uses(tensors)
        versions = [tensor._version for tensor in tensors]
        result = func(*args, **keywords)
        for tensor, before in zip(tensors, versions, strict=True):
            if tensor._version != before:
                self.watch.note_write(tensor, before)
        return result

    def _note_uses(self, tensors: Iterable[torch.Tensor]) -> None:
        for tensor in tensors:
            self.ledger.note_use(tensor)
