"""Ways in which whole updates are written: losses gathered in a list or a running total, accumulation, closures handed to step()."""

from __future__ import annotations

from tests.differential.generator.choices import Choices, between, happens, pick
from tests.differential.generator.expressions import write_reduction
from tests.differential.generator.scope import Lines, Scope
from tests.differential.generator.updates import Update


def write_habit(scope: Scope) -> Update:
    """One such update."""
    return pick(scope.choices, (_gather_losses, _run_total, _accumulate, _hand_closure, _unroll))(scope)


def _flags(choices: Choices) -> str:
    return pick(choices, ("", "", "", "retain_graph=True"))


def _owner(scope: Scope) -> tuple[str, str]:
    """An optimiser and a module that it trains."""
    optimizer = pick(scope.choices, list(scope.optimizers))
    owned = [name for name in scope.optimizers[optimizer] if name in scope.modules]
    return optimizer, pick(scope.choices, owned or scope.modules)


def _gather_losses(scope: Scope) -> Update:
    """A list of losses, summed or stacked, or sent back one by one."""
    optimizer, module = _owner(scope)
    losses, total = scope.name("losses"), scope.name("loss")
    shared = scope.name("shared")
    count = between(scope.choices, 2, 3)
    scope.vectors[shared] = True
    inputs = pick(scope.choices, (shared, f"{module}({shared})", f"{module}(x)"))
    compute = [f"{shared} = {module}(x)", f"{losses} = []", f"for _ in range({count}):"]
    compute += [f"    {losses}.append({write_reduction(scope, inputs)})"]
    way = scope.choices.below(4)
    if way == 3:
        backward = [f"for {total} in {losses}:", f"    {total}.backward({_flags(scope.choices)})"]
    else:
        text = (f"sum({losses})", f"torch.stack({losses}).mean()", f"{losses}[0] + {losses}[-1]")[way]
        compute.append(f"{total} = {text}")
        scope.losses[total] = True
        backward = [f"{total}.backward({_flags(scope.choices)})"]
    return _update(scope, optimizer, [compute], [backward])


def _run_total(scope: Scope) -> Update:
    """A total over the inner steps, sent back at the end or at each of them."""
    optimizer, module = _owner(scope)
    total = scope.name("total")
    grow = pick(scope.choices, (f"{total} = {total} +", f"{total} +="))
    lines = [f"{total} = 0", f"for _ in range({between(scope.choices, 2, 3)}):"]
    lines.append(f"    {grow} {write_reduction(scope, f'{module}(x)')}")
    call = f"{total}.backward({_flags(scope.choices)})"
    if happens(scope.choices, 30):
        lines.append(f"    {call}")
        return _update(scope, optimizer, [], [lines])
    return _update(scope, optimizer, [lines], [[call]])


def _accumulate(scope: Scope) -> Update:
    """Gradients of several small batches before one step."""
    optimizer, module = _owner(scope)
    part = scope.name("part_loss")
    body = [f"    {part} = {write_reduction(scope, f'{module}(torch.randn(2, 4))')} / 2"]
    body.append(f"    {part}.backward({_flags(scope.choices)})")
    return _update(scope, optimizer, [], [["for _ in range(2):", *body]])


def _hand_closure(scope: Scope) -> Update:
    """step(closure): the loss is made inside it, or before."""
    optimizer, module = _owner(scope)
    closure, loss = scope.name("closure"), scope.name("closure_loss")
    make = f"{loss} = {write_reduction(scope, f'{module}(x)')}"
    outside = happens(scope.choices, 25)
    head = f"def {closure}():"
    inside = [
        "" if outside else make,
        f"{optimizer}.zero_grad()",
        f"{loss}.backward({_flags(scope.choices)})",
        f"return {loss}",
    ]
    lines = [make] if outside else []
    update = Update(compute=[[*lines, head, *[f"    {line}" for line in inside if line]]])
    update.step.append([f"{optimizer}.step({closure})"])
    return update


def _unroll(scope: Scope) -> Update:
    """A module applied to its own output a few times, each output with a loss of its own."""
    optimizer, module = _owner(scope)
    state, total = scope.name("state"), scope.name("loss")
    cut = pick(scope.choices, ("", "", ".detach()"))
    start = pick(scope.choices, ("x", "torch.zeros(2, 4)"))
    lines = [f"{state} = {start}", "for _ in range(2):", f"    {state} = {module}({state}{cut})"]
    if happens(scope.choices, 50):
        lines.append(f"    ({write_reduction(scope, state)}).backward({_flags(scope.choices)})")
        return _update(scope, optimizer, [], [lines])
    scope.vectors[state], scope.losses[total] = True, True
    lines.append(f"{total} = {write_reduction(scope, state)}")
    return _update(scope, optimizer, [lines], [[f"{total}.backward({_flags(scope.choices)})"]])


def _update(scope: Scope, optimizer: str, compute: list[Lines], backward: list[Lines]) -> Update:
    clear, step = [f"{optimizer}.zero_grad()"], [f"{optimizer}.step()"]
    kind = scope.choices.below(4)
    steps = (
        [step, clear]
        if kind == 1
        else [step]
        if kind != 3
        else [[f"if ({scope.counter} + 1) % 2 == 0:", *[f"    {line[0]}" for line in (step, clear)]]]
    )
    return Update(compute, [clear, *backward] if kind == 0 else backward, steps)
