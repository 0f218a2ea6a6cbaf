"""What a program trains, and how much it saves for backward meanwhile: its parameters, losses and output, and its error."""

from __future__ import annotations

import contextlib
import gc
import io
import random
import re
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

import torch
from torch.autograd.graph import get_gradient_edge
from torch.nn.modules.module import register_module_parameter_registration_hook

_GRAPH = re.compile(r", (grad_fn=<[^>]*>|requires_grad=True)")
_SECONDS = 30
_NAME = "program.py"


@dataclass(slots=True)
class Training:
    """One run. `losses`: what was sent backward, in order; `printed`: without what tells of graphs; `peak`: the most bytes
    that were saved for backward at once, if that was measured; `error` ended the program, on `line`."""

    parameters: list[torch.Tensor] = field(default_factory=list)
    losses: list[torch.Tensor] = field(default_factory=list)
    printed: str = ""
    peak: int = 0
    error: str = ""
    line: int = 0


class _Meter:
    """Counts the bytes of the tensors that are saved."""

    def __init__(self) -> None:
        self.now = self.peak = 0

    def add(self, size: int) -> None:
        self.now += size
        self.peak = max(self.peak, self.now)


class _Saved:
    """A saved tensor, for as long as the graph holds it: without its own graph, which would hold it for ever if it is what the
    node computes."""

    def __init__(self, tensor: torch.Tensor, meter: _Meter) -> None:
        self.tensor, self.meter, self.size = tensor.detach(), meter, tensor.numel() * tensor.element_size()
        meter.add(self.size)

    def __del__(self) -> None:
        self.meter.add(-self.size)


def train(
    text: str, *, measure: bool = False, keep: bool = False, double: bool = False, once: bool = False
) -> Training:
    """Runs a program. `measure`: what is saved is counted, and in-place changes are not checked; `keep`: every call retains
    its graph; `once`: and no gradient goes through what an earlier call went through; `double`: numbers are of double
    precision. Never raises for the program's sake."""
    training, meter, printed = Training(), _Meter(), io.StringIO()
    gc.collect()
    with contextlib.ExitStack() as stack:
        _prepare(stack, training, keep=keep, once=once)
        torch.set_default_dtype(torch.float64 if double else torch.float32)
        stack.callback(torch.set_default_dtype, torch.float32)
        stack.enter_context(contextlib.redirect_stdout(printed))
        if measure:
            hooks = torch.autograd.graph.saved_tensors_hooks(lambda t: _Saved(t, meter), lambda saved: saved.tensor)
            stack.enter_context(hooks)
        try:
            exec(compile(text, _NAME, "exec"), {"__name__": "__main__"})
        except SystemExit:
            pass
        except Exception as error:
            training.error = f"{type(error).__name__}: {error}".partition("\n")[0]
            frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename == _NAME]
            training.line = (frames[-1].lineno if frames else None) or 0
    training.parameters = [parameter.detach().clone() for parameter in training.parameters]
    training.printed, training.peak = _GRAPH.sub("", printed.getvalue()), meter.peak
    return training


def _prepare(stack: contextlib.ExitStack, training: Training, *, keep: bool, once: bool) -> None:
    """The same start for every run; what is registered and sent backward is noted."""
    random.seed(0)
    torch.manual_seed(0)
    stack.callback(torch.set_grad_enabled, True)
    arguments, sys.argv = sys.argv, [_NAME]
    stack.callback(setattr, sys, "argv", arguments)
    stack.enter_context(_limited())
    hook = register_module_parameter_registration_hook(
        lambda module, name, parameter: training.parameters.append(parameter) if parameter is not None else None
    )
    stack.callback(hook.remove)
    closed: set[Any] = set()
    for name in ("backward", "grad"):
        original = getattr(torch.autograd, name)
        watched = _watch(original, training, keep)
        setattr(torch.autograd, name, _close_behind(watched, name, closed) if once else watched)
        stack.callback(setattr, torch.autograd, name, original)


def _watch(original: Callable[..., Any], training: Training, keep: bool) -> Callable[..., Any]:
    def call(roots: Any, *arguments: Any, **options: Any) -> Any:
        given = [roots] if isinstance(roots, torch.Tensor) else list(roots)
        training.losses += [root.detach().clone() for root in given if isinstance(root, torch.Tensor)]
        if keep:
            place = 1 if original.__name__ == "backward" else 2
            arguments = (*arguments[:place], True, *arguments[place + 1 :]) if len(arguments) > place else arguments
            options |= {} if len(arguments) > place else {"retain_graph": True}
        return original(roots, *arguments, **options)

    return call


def _close_behind(original: Callable[..., Any], name: str, closed: set[Any]) -> Callable[..., Any]:
    """The engine function, after which no more gradients go through the nodes that it has run, unless it was to keep them."""
    place = 1 if name == "backward" else 2

    def call(roots: Any, *arguments: Any, **options: Any) -> Any:
        result = original(roots, *arguments, **options)
        flags = (*arguments[place:], options.get("retain_graph"), options.get("create_graph"))
        if any(flag is True for flag in flags):
            return result
        inputs = options.get("inputs") if name == "backward" else (options.get("inputs") or arguments[0])
        for node in _list_executed(_list_tensors(roots), _list_tensors(inputs)) - closed:
            closed.add(node)  # held: another node must not come to stand at its address
            node.register_prehook(_stop)
        return result

    return call


def _list_tensors(given: Any) -> list[torch.Tensor]:
    tensors = () if given is None else [given] if isinstance(given, torch.Tensor) else given
    return [tensor for tensor in tensors if isinstance(tensor, torch.Tensor)]


def _list_executed(roots: list[torch.Tensor], inputs: list[torch.Tensor]) -> set[Any]:
    """The nodes that the engine runs from these roots, leaves apart: where it is asked for certain inputs, those on the ways
    to them."""
    above: dict[Any, list[Any]] = {}
    pending = [root.grad_fn for root in roots]
    while pending:
        node = pending.pop()
        if node is None or node in above:
            continue
        above[node] = []
        pending += [below for below, _ in node.next_functions]
    for node in above:
        for below, _ in node.next_functions:
            if below is not None:
                above[below].append(node)
    executed = set() if inputs else set(above)
    wanted = {get_gradient_edge(tensor).node for tensor in inputs if tensor.requires_grad}
    pending = [node for below in wanted for node in above.get(below, ())]
    while pending:
        node = pending.pop()
        if node not in executed:
            executed.add(node)
            pending += above[node]
    return {node for node in executed if not hasattr(node, "variable")}


def _stop(gradients: tuple[torch.Tensor | None, ...]) -> tuple[torch.Tensor | None, ...]:
    return tuple(None if gradient is None else torch.zeros_like(gradient) for gradient in gradients)


@contextlib.contextmanager
def _limited() -> Iterator[None]:
    def stop(number: int, frame: FrameType | None) -> None:
        raise TimeoutError("the program does not end")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(_SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
