"""Engine calls, steps and the clearing of gradients."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.differential.generator.choices import happens, pick
from tests.differential.generator.expressions import write_loss, write_vector
from tests.differential.generator.scope import Lines, Scope, indent


@dataclass(slots=True)
class Update:
    """The parts of one update, to be put one after the other or interleaved with those of another."""

    compute: list[Lines] = field(default_factory=list)
    backward: list[Lines] = field(default_factory=list)
    step: list[Lines] = field(default_factory=list)


def write_update(scope: Scope) -> Update:
    """Forward, loss, backward and step for one optimiser."""
    update = Update()
    optimizer = pick(scope.choices, list(scope.optimizers))
    for _ in range(scope.choices.below(3)):
        update.compute.append(write_vector(scope))
    update.compute.append(write_loss(scope))
    clear = scope.choices.below(4)
    if clear == 0:
        update.backward.append([f"{optimizer}.zero_grad()"])
    update.backward.append(write_engine_call(scope))
    if happens(scope.choices, 12):
        update.backward.append(write_engine_call(scope))
    if happens(scope.choices, 85):
        update.step.append([f"{optimizer}.step()"])
        if clear == 1:
            update.step.append([f"{optimizer}.zero_grad()"])
        if happens(scope.choices, 6):
            update.step = [
                [f"if ({scope.counter} + 1) % 2 == 0:", *indent([line for part in update.step for line in part])]
            ]
    if happens(scope.choices, 8):
        update.backward = [[f"if {scope.condition()}:", *indent([line for part in update.backward for line in part])]]
    return update


def _flags(scope: Scope) -> str:
    kind = scope.choices.below(20)
    if kind < 12:
        return ""
    if kind < 17:
        return "retain_graph=True"
    if kind == 17:
        return f"retain_graph={scope.condition()}"
    return pick(scope.choices, ("retain_graph=False", "create_graph=True", "retain_graph=None"))


def write_engine_call(scope: Scope) -> Lines:
    """backward() or autograd.grad() on a loss in scope, mostly the latest."""
    losses = scope.attached(scope.losses)
    loss = losses[0] if happens(scope.choices, 65) else pick(scope.choices, losses)
    kind = scope.choices.below(16)
    flags = _flags(scope)
    if kind == 15:
        return _write_gradient_penalty(scope, loss)
    if kind == 14:
        return [f"torch.autograd.backward([{', '.join(losses[:2])}]{', ' + flags if flags else ''})"]
    if kind == 13 and len(losses) > 1:
        return [f"for part in [{', '.join(losses[:3])}]:", f"    part.backward({flags})"]
    if kind == 12 and len(losses) > 1:
        return [f"({' + '.join(losses[:3])}).backward({flags})"]
    if kind == 11:
        return _write_partial_gradient(scope, loss, flags)
    return [f"{loss}.backward({flags})"]


def _write_partial_gradient(scope: Scope, loss: str, flags: str) -> Lines:
    targets = [name for name in scope.attached(scope.vectors)] or [f"list({scope.modules[0]}.parameters())"]
    name = scope.name("grads")
    more = f", {flags}" if flags else ""
    return [f"{name} = torch.autograd.grad({loss}, {pick(scope.choices, targets)}{more}, allow_unused=True)"]


def _write_gradient_penalty(scope: Scope, loss: str) -> Lines:
    module = pick(scope.choices, scope.modules)
    point, score, gradient, penalty = (scope.name(base) for base in ("point", "score", "slope", "penalty"))
    flags = pick(scope.choices, ("create_graph=True", "create_graph=True, retain_graph=True"))
    return [
        f"{point} = {_choose_point(scope)}",
        f"{score} = {module}({point}).tanh().sum()",
        f"({gradient},) = torch.autograd.grad({score}, {point}, {flags})",
        f"{penalty} = ({gradient}.norm(2, dim=1) - 1).pow(2).mean()",
        f"({loss} + {penalty}).backward()",
    ]


def _choose_point(scope: Scope) -> str:
    """Where a penalty looks: at a point of its own, or between one and what the models made."""
    made = scope.attached(scope.vectors)
    if not made or happens(scope.choices, 50):
        return "torch.randn(2, 4, requires_grad=True)"
    mixed = f"torch.randn(2, 4).lerp({made[0]}, 0.5)"
    return mixed if happens(scope.choices, 70) else f"{mixed}.requires_grad_()"
