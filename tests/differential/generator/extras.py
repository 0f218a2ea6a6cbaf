"""What stands between the updates of a real program: logging, totals, in-place changes, freezing, early exits."""

from __future__ import annotations

from collections.abc import Callable

from tests.differential.generator.choices import happens, pick
from tests.differential.generator.operations import IN_PLACE
from tests.differential.generator.scope import Lines, Scope


def write_extra(scope: Scope) -> Lines:
    """One such statement that fits what is in scope."""
    return pick(scope.choices, _KINDS)(scope)


def _log(scope: Scope) -> Lines:
    losses = list(scope.losses)
    if not losses:
        return ["print('training')"]
    loss = pick(scope.choices, losses[::-1])
    if scope.lists and happens(scope.choices, 60):
        return [f"{scope.lists[0]}.append({pick(scope.choices, (f'{loss}.item()', f'{loss}.detach()', loss))})"]
    return [f"print({scope.counter}, float({loss}))"]


def _write_in_place(scope: Scope) -> Lines:
    names = [name for name in scope.vectors if name != "weight"]
    if names and happens(scope.choices, 50):
        name = pick(scope.choices, names[::-1])
        return [pick(scope.choices, IN_PLACE).format(name)]
    module = pick(scope.choices, scope.modules)
    update = pick(scope.choices, ("p.mul_(0.9)", "p.data.clamp_(-1, 1)", "p.clamp_(-1, 1)", "p.data.mul_(0.9)"))
    if "data" in update:
        return [f"for p in {module}.parameters():", f"    {update}"]
    return ["with torch.no_grad():", f"    for p in {module}.parameters():", f"        {update}"]


def _toggle(scope: Scope) -> Lines:
    module = pick(scope.choices, scope.modules)
    value = pick(scope.choices, ("True", "False"))
    if happens(scope.choices, 40):
        return [f"for p in {module}.parameters():", f"    p.requires_grad_({value})"]
    return [f"{module}.requires_grad_({value})"]


def _detach(scope: Scope) -> Lines:
    names = [name for name in scope.attached(scope.vectors) if name != "weight"]
    if scope.carried and scope.vectors.get("hidden") and happens(scope.choices, 60):
        return ["hidden = hidden.detach()"]
    if not names:
        return _clear(scope)
    name = pick(scope.choices, names)
    scope.vectors[name] = False
    return [pick(scope.choices, (f"{name} = {name}.detach()", f"{name}.detach_()"))]


def _carry(scope: Scope) -> Lines:
    names = [name for name in scope.attached(scope.vectors) if name not in ("weight", "hidden")]
    if not scope.carried or not names:
        return _clear(scope)
    name = pick(scope.choices, names)
    scope.vectors["hidden"] = True
    return [pick(scope.choices, (f"hidden = {name}", f"hidden = {name}.detach()", f"hidden = hidden + {name}"))]


def _clear(scope: Scope) -> Lines:
    if happens(scope.choices, 30):
        return [f"{pick(scope.choices, scope.modules)}.zero_grad()"]
    return [f"{pick(scope.choices, list(scope.optimizers))}.zero_grad()"]


def _step(scope: Scope) -> Lines:
    return [f"{pick(scope.choices, list(scope.optimizers))}.step()"]


def _clip(scope: Scope) -> Lines:
    module = pick(scope.choices, scope.modules)
    return [f"nn.utils.clip_grad_norm_({module}.parameters(), 1.0)"]


def _leave(scope: Scope) -> Lines:
    return [f"if {scope.condition()}:", f"    {pick(scope.choices, ('continue', 'break', 'continue'))}"]


def _evaluate(scope: Scope) -> Lines:
    module = pick(scope.choices, scope.modules)
    return ["with torch.no_grad():", f"    print({module}(x).mean().item())"]


_KINDS: tuple[Callable[[Scope], Lines], ...] = (
    _log,
    _log,
    _clear,
    _write_in_place,
    _toggle,
    _detach,
    _carry,
    _step,
    _clip,
    _leave,
    _evaluate,
)
