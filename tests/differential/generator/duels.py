"""Two modules that train against, or through, each other: one's output is the other's input, each has its own update."""

from __future__ import annotations

from tests.differential.generator.choices import happens, pick
from tests.differential.generator.expressions import write_reduction
from tests.differential.generator.scope import Lines, Scope
from tests.differential.generator.updates import Update


def write_duel(scope: Scope) -> list[Update]:
    """The updates of the one that judges and of the one that makes, in either order."""
    maker, judge = scope.modules[:2]
    name = scope.name("fake")
    make = [f"{name} = {maker}({pick(scope.choices, ('x', 'torch.randn(2, 4)'))})"]
    scope.vectors[name] = True
    judged = _write_side(scope, judge, f"{name}.detach()" if happens(scope.choices, 50) else name, judge)
    made = _write_side(scope, judge, name, maker)
    first, second = (made, judged) if happens(scope.choices, 30) else (judged, made)
    first.compute.insert(0, make)
    return [first, second]


def _write_side(scope: Scope, judge: str, judged: str, trained: str) -> Update:
    update = Update()
    loss = scope.name("loss")
    text = write_reduction(scope, f"{judge}({judged})")
    if trained == judge and happens(scope.choices, 60):
        text = f"{text} + {write_reduction(scope, f'{judge}(x)')}"
    elif trained != judge and happens(scope.choices, 25):
        text = f"{text} + {write_reduction(scope, judged)}"
    scope.losses[loss] = True
    update.compute.append([f"{loss} = {text}"])
    optimizer = next((name for name, owned in scope.optimizers.items() if trained in owned), None)
    if optimizer is not None and happens(scope.choices, 65):
        update.backward.append(_clear(scope, optimizer, trained))
    flags = pick(scope.choices, ("", "", "", "", "retain_graph=True", "retain_graph=True"))
    update.backward.append([f"{loss}.backward({flags})"])
    if optimizer is not None:
        update.step.append([f"{optimizer}.step()"])
        if happens(scope.choices, 15):
            update.step.append([f"{optimizer}.zero_grad()"])
    return update


def _clear(scope: Scope, optimizer: str, trained: str) -> Lines:
    return [
        pick(
            scope.choices,
            (f"{optimizer}.zero_grad()", f"{optimizer}.zero_grad(set_to_none=True)", f"{trained}.zero_grad()"),
        )
    ]
