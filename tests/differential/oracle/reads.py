"""Notices when the program itself computes with a gradient (a hand-written update, a saliency map)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from torch.overrides import TorchFunctionMode

from tests.differential.oracle.gradients import Ledger
from tests.differential.oracle.leaves import tensors_in
from tests.differential.oracle.sites import called_from_program

_NO_USE = frozenset({"zero_", "detach_", "requires_grad_"})


class ReadMode(TorchFunctionMode):
    """Reports to the ledger every tensor that a tensor function called by the program takes; clearing is no use."""

    def __init__(self, ledger: Ledger) -> None:
        super().__init__()
        self.ledger = ledger

    def __torch_function__(
        self, func: Callable[..., Any], types: Any, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        if called_from_program(depth=1) and getattr(func, "__name__", "") not in _NO_USE:
            for argument in (*args, *(kwargs or {}).values()):
                for tensor in tensors_in(argument):
                    self.ledger.note_use(tensor)
        return func(*args, **(kwargs or {}))
