"""Keeps the books of every leaf's .grad: which engine calls contributed since it was cleared, which step consumed them.

Invariant: the books are brought up to date only where it matters, at engine calls and at optimiser steps; what the program
did to .grad in between is read off the gradient itself (gone, replaced, or written to all zeros).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any

import torch
from torch.optim.optimizer import register_optimizer_step_post_hook, register_optimizer_step_pre_hook

from tests.differential.oracle.engine import EngineCall
from tests.differential.oracle.leaves import Node, leaf_tensors, nodes_below, tensors_in


@dataclass(slots=True)
class Step:
    """One optimizer.step(). `consumed`: leaf -> the engine calls whose contributions it used, oldest first; `after_call`: how
    many calls had begun before it."""

    optimizer: int
    after_call: int
    consumed: dict[int, tuple[int, ...]] = field(default_factory=dict)


@dataclass(slots=True)
class _Gradient:
    """The last seen gradient object and its version; holding the object keeps its identity from being reused."""

    tensor: torch.Tensor | None = None
    version: int = -1


@dataclass
class Ledger:
    """`contributions`: engine call -> leaves it added to. `nodes`: engine call -> the nodes below its roots, leaves left out.
    `cleared`: (call, leaf) pairs that were thrown away; `begun`: (calls begun before it, leaves) of each zero_grad(), whether or
    not there was anything; `read`: leaves whose .grad the program itself used."""

    leaves: dict[int, torch.Tensor] = field(default_factory=dict)
    optimizers: list[torch.optim.Optimizer] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    contributions: dict[int, frozenset[int]] = field(default_factory=dict)
    nodes: dict[int, frozenset[Node]] = field(default_factory=dict)
    cleared: set[tuple[int, int]] = field(default_factory=set)
    begun: list[tuple[int, frozenset[int]]] = field(default_factory=list)
    read: set[int] = field(default_factory=set)
    pending: dict[int, list[int]] = field(default_factory=dict)
    seen: dict[int, _Gradient] = field(default_factory=dict)
    calls_begun: int = 0
    open_steps: dict[int, Step] = field(default_factory=dict)

    def parameters(self, optimizer: torch.optim.Optimizer) -> list[torch.Tensor]:
        """The tensors that an optimiser updates."""
        return [parameter for group in optimizer.param_groups for parameter in group["params"]]

    def owned(self) -> set[int]:
        """The leaves that some optimiser updates: one that has taken no step in the whole run updates none."""
        return {id(parameter) for number in self.stepped() for parameter in self.parameters(self.optimizers[number])}

    def stepped(self) -> set[int]:
        """The numbers of the optimisers that have taken a step."""
        return {step.optimizer for step in self.steps}

    def begin_call(self, call: EngineCall, roots: object) -> None:
        """Notes the graph of a call that is about to run."""
        self.calls_begun += 1
        nodes = nodes_below(tensors_in(roots))
        leaves = leaf_tensors(nodes)
        self.nodes[call.index] = frozenset(node for node in nodes if not hasattr(node, "variable"))
        for leaf in leaves:
            self.leaves.setdefault(id(leaf), leaf)
        self.synchronise()

    def end_call(self, call: EngineCall) -> None:
        """Notes the leaves whose gradients a call has changed."""
        if not call.accumulates:
            return
        touched = frozenset(leaf for leaf, tensor in self.leaves.items() if self._moved(leaf, tensor))
        self.contributions[call.index] = touched
        for leaf in touched:
            self.pending.setdefault(leaf, []).append(call.index)
            self._remember(leaf)

    def note_zero_grad(self, parameters: Iterable[torch.Tensor]) -> None:
        """The gradients of these parameters begin anew."""
        self.begun.append((self.calls_begun, frozenset(map(id, parameters))))

    def begin_step(self, optimizer: torch.optim.Optimizer, has_closure: bool) -> None:
        """A step consumes what is there when it begins, unless a closure will make it anew."""
        self.synchronise()
        step = Step(self.optimizers.index(optimizer), self.calls_begun)
        self.steps.append(step)
        self.open_steps[id(optimizer)] = step
        if not has_closure:
            self._consume(step, optimizer)

    def end_step(self, optimizer: torch.optim.Optimizer, has_closure: bool) -> None:
        """A step with a closure has used what the closure's engine calls made."""
        step = self.open_steps.pop(id(optimizer))
        if has_closure:
            self.synchronise()
            self._consume(step, optimizer)
            self._consume_within(step, optimizer)

    def synchronise(self) -> None:
        """Finds the gradients that were cleared since the last look."""
        for leaf, tensor in self.leaves.items():
            if self._was_cleared(leaf, tensor):
                self.cleared.update((call, leaf) for call in self.pending.pop(leaf, ()))
            self._remember(leaf)

    def note_use(self, value: torch.Tensor) -> None:
        """The program itself computed with `value`: if that is a leaf's gradient, the gradient counts as used."""
        self.read.update(leaf for leaf, last in self.seen.items() if last.tensor is value)

    def _consume(self, step: Step, optimizer: torch.optim.Optimizer) -> None:
        for parameter in self.parameters(optimizer):
            self.leaves.setdefault(id(parameter), parameter)
            if parameter.grad is not None:
                step.consumed[id(parameter)] = tuple(self.pending.get(id(parameter), ()))

    def _consume_within(self, step: Step, optimizer: torch.optim.Optimizer) -> None:
        """An optimiser that calls its closure uses every gradient made inside it, though only the last one is left."""
        own = {id(parameter) for parameter in self.parameters(optimizer)}
        for call in range(step.after_call, self.calls_begun):
            for leaf in self.contributions.get(call, frozenset()) & own:
                step.consumed[leaf] = tuple(dict.fromkeys((*step.consumed.get(leaf, ()), call)))

    def _was_cleared(self, leaf: int, tensor: torch.Tensor) -> bool:
        if tensor.grad is None:
            return True
        last = self.seen.get(leaf, _Gradient())
        if tensor.grad is not last.tensor:
            return True
        return tensor.grad._version != last.version and not bool(tensor.grad.detach().any())

    def _moved(self, leaf: int, tensor: torch.Tensor) -> bool:
        last = self.seen.get(leaf, _Gradient())
        return tensor.grad is not None and (tensor.grad is not last.tensor or tensor.grad._version != last.version)

    def _remember(self, leaf: int) -> None:
        gradient = self.leaves[leaf].grad
        self.seen[leaf] = _Gradient(gradient, -1 if gradient is None else gradient._version)


@contextmanager
def observed_optimizers(ledger: Ledger) -> Iterator[None]:
    """Tell `ledger` of every optimiser made, every step taken and every zero_grad() while the context lasts."""
    initialise = torch.optim.Optimizer.__init__
    zero_of_optimizer, zero_of_module = torch.optim.Optimizer.zero_grad, torch.nn.Module.zero_grad

    def observed_init(self: torch.optim.Optimizer, *args: Any, **keywords: Any) -> None:
        ledger.optimizers.append(self)
        initialise(self, *args, **keywords)

    def zero_optimizer(self: torch.optim.Optimizer, *args: Any, **keywords: Any) -> None:
        ledger.note_zero_grad(ledger.parameters(self))
        zero_of_optimizer(self, *args, **keywords)

    def zero_module(self: torch.nn.Module, *args: Any, **keywords: Any) -> None:
        ledger.note_zero_grad(self.parameters())
        zero_of_module(self, *args, **keywords)

    def before(optimizer: torch.optim.Optimizer, args: tuple[Any, ...], keywords: dict[str, Any]) -> None:
        ledger.begin_step(optimizer, _has_closure(args, keywords))

    def after(optimizer: torch.optim.Optimizer, args: tuple[Any, ...], keywords: dict[str, Any]) -> None:
        ledger.end_step(optimizer, _has_closure(args, keywords))

    with ExitStack() as stack:
        stack.callback(register_optimizer_step_pre_hook(before).remove)
        stack.callback(register_optimizer_step_post_hook(after).remove)
        _put(stack, torch.optim.Optimizer, "__init__", observed_init)
        _put(stack, torch.optim.Optimizer, "zero_grad", zero_optimizer)
        _put(stack, torch.nn.Module, "zero_grad", zero_module)
        yield


def _put(stack: ExitStack, owner: type, name: str, method: Callable[..., None]) -> None:
    """Replaces a method until the stack is closed."""
    stack.callback(setattr, owner, name, getattr(owner, name))
    setattr(owner, name, method)


def _has_closure(args: tuple[Any, ...], keywords: dict[str, Any]) -> bool:
    return any(callable(value) for value in (*args[1:], *keywords.values()))
