"""Keeps the books of every leaf's .grad: which engine calls contributed since it was cleared, which step consumed them.

Invariant: the books are brought up to date only where it matters, at engine calls and at optimiser steps; what the program
did to .grad in between is read off the gradient itself (gone, replaced, or written to all zeros).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any

import torch
from torch.optim.optimizer import register_optimizer_step_post_hook, register_optimizer_step_pre_hook

from tests.differential.oracle.engine import EngineCall
from tests.differential.oracle.leaves import Node, leaf_tensors, leaves_by_node, tensors_in
from tests.differential.oracle.sites import Stack, current_stack


@dataclass(slots=True)
class Step:
    """One optimizer.step(). `consumed`: leaf -> the engine calls whose contributions it used; `after_call`: how many calls
    had begun before it; `gradients`: whether any of its parameters had a gradient at all."""

    index: int
    optimizer: int
    stack: Stack
    after_call: int
    consumed: dict[int, tuple[int, ...]] = field(default_factory=dict)
    gradients: bool = False


@dataclass(slots=True)
class _Gradient:
    """The last seen gradient object and its version; holding the object keeps its identity from being reused."""

    tensor: torch.Tensor | None = None
    version: int = -1


@dataclass
class Ledger:
    """`contributions`: engine call -> leaves it added to. `graphs`: engine call -> leaves reachable from each of its nodes.
    `cleared`: (call, leaf) pairs that were thrown away; `read`: leaves whose .grad the program itself used."""

    leaves: dict[int, torch.Tensor] = field(default_factory=dict)
    optimizers: list[torch.optim.Optimizer] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    contributions: dict[int, frozenset[int]] = field(default_factory=dict)
    graphs: dict[int, dict[Node, frozenset[int]]] = field(default_factory=dict)
    cleared: set[tuple[int, int]] = field(default_factory=set)
    read: set[int] = field(default_factory=set)
    pending: dict[int, list[int]] = field(default_factory=dict)
    seen: dict[int, _Gradient] = field(default_factory=dict)
    calls_begun: int = 0
    open_steps: dict[int, Step] = field(default_factory=dict)

    def owners(self, leaf: int) -> frozenset[int]:
        """Indices of the optimisers, in order of creation, that hold `leaf` in a parameter group."""
        return frozenset(
            index
            for index, optimizer in enumerate(self.optimizers)
            if any(id(parameter) == leaf for group in optimizer.param_groups for parameter in group["params"])
        )

    def begin_call(self, call: EngineCall, roots: object, inputs: object) -> None:
        self.calls_begun += 1
        graph = leaves_by_node(tensors_in(roots))
        self.graphs[call.index] = graph
        for leaf in [*leaf_tensors(graph), *(tensor for tensor in tensors_in(roots) if tensor.is_leaf)]:
            self.leaves.setdefault(id(leaf), leaf)
        self._synchronise()

    def end_call(self, call: EngineCall) -> None:
        if not call.accumulates:
            return
        touched = frozenset(leaf for leaf, tensor in self.leaves.items() if self._moved(leaf, tensor))
        self.contributions[call.index] = touched
        for leaf in touched:
            self.pending.setdefault(leaf, []).append(call.index)
            self._remember(leaf)

    def begin_step(self, optimizer: torch.optim.Optimizer, has_closure: bool) -> None:
        self._synchronise()
        if optimizer not in self.optimizers:
            self.optimizers.append(optimizer)
        step = Step(len(self.steps), self.optimizers.index(optimizer), current_stack(), self.calls_begun)
        self.steps.append(step)
        self.open_steps[id(optimizer)] = step
        if not has_closure:
            self._consume(step, optimizer)

    def end_step(self, optimizer: torch.optim.Optimizer, has_closure: bool) -> None:
        step = self.open_steps.pop(id(optimizer))
        if has_closure:
            self._synchronise()
            self._consume(step, optimizer)
            self._consume_within(step, optimizer)

    def _consume(self, step: Step, optimizer: torch.optim.Optimizer) -> None:
        for group in optimizer.param_groups:
            for parameter in group["params"]:
                self.leaves.setdefault(id(parameter), parameter)
                if parameter.grad is not None:
                    step.gradients = True
                    step.consumed[id(parameter)] = tuple(self.pending.get(id(parameter), ()))

    def _consume_within(self, step: Step, optimizer: torch.optim.Optimizer) -> None:
        """An optimiser that calls its closure uses every gradient made inside it, though only the last one is left."""
        own = {id(parameter) for group in optimizer.param_groups for parameter in group["params"]}
        for call in range(step.after_call, self.calls_begun):
            for leaf in self.contributions.get(call, frozenset()) & own:
                step.gradients = True
                step.consumed[leaf] = tuple(dict.fromkeys((*step.consumed.get(leaf, ()), call)))

    def _synchronise(self) -> None:
        for leaf, tensor in self.leaves.items():
            if self._was_cleared(leaf, tensor):
                self.cleared.update((call, leaf) for call in self.pending.pop(leaf, ()))
            self._remember(leaf)

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

    def note_use(self, value: torch.Tensor) -> None:
        """The program itself computed with `value`: if that is a leaf's gradient, the gradient counts as used."""
        self.read.update(leaf for leaf, last in self.seen.items() if last.tensor is value)


@contextmanager
def observed_optimizers(ledger: Ledger) -> Iterator[None]:
    """Tell `ledger` of every optimiser made and every step taken while the context lasts."""
    initialise = torch.optim.Optimizer.__init__

    def observed_init(self: torch.optim.Optimizer, *args: Any, **keywords: Any) -> None:
        ledger.optimizers.append(self)
        initialise(self, *args, **keywords)

    def has_closure(args: tuple[Any, ...], keywords: dict[str, Any]) -> bool:
        return any(callable(value) for value in (*args[1:], *keywords.values()))

    def before(optimizer: torch.optim.Optimizer, args: tuple[Any, ...], keywords: dict[str, Any]) -> None:
        ledger.begin_step(optimizer, has_closure(args, keywords))

    def after(optimizer: torch.optim.Optimizer, args: tuple[Any, ...], keywords: dict[str, Any]) -> None:
        ledger.end_step(optimizer, has_closure(args, keywords))

    with ExitStack() as stack:
        stack.callback(setattr, torch.optim.Optimizer, "__init__", initialise)
        stack.callback(register_optimizer_step_pre_hook(before).remove)
        stack.callback(register_optimizer_step_post_hook(after).remove)
        torch.optim.Optimizer.__init__ = observed_init  # type: ignore[method-assign]
        yield
