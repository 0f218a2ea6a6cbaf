"""Intercepts torch.autograd.backward and torch.autograd.grad: records each call and sets its retain_graph.

Tensor.backward and every wrapper end in these two functions, looked up on the module at each call.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Protocol

import torch

from tests.differential.oracle.controls import Controls
from tests.differential.oracle.leaves import tensors_in
from tests.differential.oracle.sites import Stack, current_stack

_FREED = ("Trying to backward through the graph a second time", "saved tensors after they have already been freed")
_STALE = ("modified by an inplace operation", "has been modified inplace")


class Failure(Enum):
    """How the engine refuses: the graph's buffers are gone, or what it saved has changed. OTHER is no lifetime error."""

    FREED = "freed"
    STALE = "stale"
    OTHER = "other"


def classify_failure(error: BaseException) -> Failure:
    """The kind of `error`, told by the wording of torch's own messages."""
    text = str(error)
    if any(part in text for part in _FREED):
        return Failure.FREED
    return Failure.STALE if any(part in text for part in _STALE) else Failure.OTHER


@dataclass(slots=True)
class EngineCall:
    """One run of the engine. `explicit`: retain_graph as the program passed it is true; `kept`: by its flags as written the
    graph is kept; `writes`: lines that changed what the call needed (only seen when version checks are off)."""

    index: int
    stack: Stack
    explicit: bool
    create: bool
    kept: bool
    accumulates: bool
    failure: Failure | None = None
    stale: bool = False
    writes: tuple[int, ...] = ()

    @property
    def line(self) -> int:
        """The line of the call itself; 0 when no program frame is active (a callback of the engine)."""
        return self.stack[-1] if self.stack else 0


class CallObserver(Protocol):
    """Told of each engine call before and after it runs."""

    def begin_call(self, call: EngineCall, roots: object) -> None: ...

    def end_call(self, call: EngineCall) -> None: ...


@dataclass(slots=True)
class EngineMonitor:
    """The engine calls of one run, in order, under `controls`."""

    controls: Controls
    observer: CallObserver | None = None
    calls: list[EngineCall] = field(default_factory=list)
    active: bool = False

    def run(self, engine: Callable[..., Any], roots: object, keywords: dict[str, Any], accumulates: bool) -> Any:
        """Run the engine once; a call made while another is active (a checkpoint's recomputation) belongs to that one."""
        if self.active:
            return engine(**keywords)
        stack = current_stack()
        retain, create = keywords["retain_graph"], bool(keywords["create_graph"])
        kept = create if retain is None else bool(retain)
        call = EngineCall(len(self.calls), stack, bool(retain), create, kept, accumulates)
        keywords["retain_graph"] = self.controls.decide_retain(call.line, retain, kept)
        self.calls.append(call)
        self.active = True
        try:
            return self._observed(engine, call, roots, keywords)
        finally:
            self.active = False

    def _observed(self, engine: Callable[..., Any], call: EngineCall, roots: object, keywords: dict[str, Any]) -> Any:
        if self.observer is not None:
            self.observer.begin_call(call, roots)
        try:
            result = engine(**keywords)
        except RuntimeError as error:
            call.failure = classify_failure(error)
            if not self.controls.retain_all or call.failure is not Failure.FREED:
                raise
            return tuple(torch.zeros_like(tensor) for tensor in tensors_in(keywords["inputs"]))
        if self.observer is not None:
            self.observer.end_call(call)
        return result


@contextmanager
def monitored_engine(monitor: EngineMonitor) -> Iterator[None]:
    """Route every engine call through `monitor` while the context lasts."""
    backward, grad = torch.autograd.backward, torch.autograd.grad

    def monitored_backward(
        tensors: Any,
        grad_tensors: Any = None,
        retain_graph: bool | None = None,
        create_graph: bool = False,
        grad_variables: Any = None,
        inputs: Any = None,
    ) -> None:
        keywords = dict(
            tensors=tensors,
            grad_tensors=grad_tensors if grad_variables is None else grad_variables,
            retain_graph=retain_graph,
            create_graph=create_graph,
            inputs=inputs,
        )
        monitor.run(backward, tensors, keywords, accumulates=True)

    def monitored_grad(
        outputs: Any,
        inputs: Any,
        grad_outputs: Any = None,
        retain_graph: bool | None = None,
        create_graph: bool = False,
        *rest: Any,
        **more: Any,
    ) -> Any:
        more.update(zip(("only_inputs", "allow_unused", "is_grads_batched", "materialize_grads"), rest, strict=False))
        keywords = dict(
            outputs=outputs,
            inputs=inputs,
            grad_outputs=grad_outputs,
            retain_graph=retain_graph,
            create_graph=create_graph,
        )
        return monitor.run(grad, outputs, {**keywords, **more}, accumulates=False)

    torch.autograd.backward, torch.autograd.grad = monitored_backward, monitored_grad
    try:
        yield
    finally:
        torch.autograd.backward, torch.autograd.grad = backward, grad
