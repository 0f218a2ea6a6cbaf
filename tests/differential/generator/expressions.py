"""Tensor expressions: forward passes, operations on what is in scope, losses."""

from __future__ import annotations

from tests.differential.generator.choices import happens, pick
from tests.differential.generator.operations import BINARY, REDUCE, UNARY
from tests.differential.generator.scope import Lines, Scope


def write_input(scope: Scope) -> str:
    """A tensor to run a module on: fresh data, or what was computed already."""
    made = [name for name in scope.vectors if name != "weight"]
    if made and happens(scope.choices, 50):
        name = pick(scope.choices, made[::-1])
        return f"{name}.detach()" if happens(scope.choices, 25) else name
    return pick(scope.choices, ("x", "torch.randn(2, 4)"))


def carries(scope: Scope, text: str) -> bool:
    """Whether an expression carries a graph, as far as its text tells."""
    if text.endswith(".detach()"):
        return False
    words = "".join(c if c.isalnum() or c == "_" else " " for c in text).split()
    return any(
        word in scope.modules or word in scope.cells or scope.vectors.get(word) or scope.losses.get(word)
        for word in words
    )


def write_vector(scope: Scope) -> Lines:
    """Defines a new tensor, mostly by a module."""
    kind = scope.choices.below(10)
    if kind >= 8 and scope.vectors:
        return _define(scope, pick(scope.choices, ("h", "z")), _operation(scope))
    if kind == 7 and scope.cells and scope.carried:
        text = f"cell({pick(scope.choices, ('x', 'torch.randn(2, 4)'))}, hidden)"
        lines = [f"hidden = {text}"]
        scope.vectors["hidden"] = True
        return lines
    module = pick(scope.choices, scope.modules)
    text = f"{module}({write_input(scope)})"
    if happens(scope.choices, 10):
        text += ".detach()"
    if happens(scope.choices, 10):
        other = pick(scope.choices, scope.modules)
        return _write_arms(scope, [text, f"{other}({write_input(scope)})"])
    if happens(scope.choices, 5):
        name = scope.name("frozen")
        scope.vectors[name] = False
        return ["with torch.no_grad():", f"    {name} = {text}"]
    return _define(scope, pick(scope.choices, ("out", "fake", "pred", "h")), text)


def _define(scope: Scope, base: str, text: str) -> Lines:
    name = scope.name(base)
    scope.vectors[name] = carries(scope, text)
    return [f"{name} = {text}"]


def _write_arms(scope: Scope, arms: list[str]) -> Lines:
    name = scope.name("out")
    scope.vectors[name] = any(carries(scope, arm) for arm in arms)
    condition = scope.condition()
    if happens(scope.choices, 30):
        return [f"{name} = {arms[0]} if {condition} else {arms[1]}"]
    return [f"if {condition}:", f"    {name} = {arms[0]}", "else:", f"    {name} = {arms[1]}"]


def _operation(scope: Scope) -> str:
    names = list(scope.vectors)[::-1]
    first = pick(scope.choices, names)
    if happens(scope.choices, 35):
        return (
            pick(scope.choices, BINARY).format(a=first, b=pick(scope.choices, names))
            if "weight" not in names
            else f"{first} * {names[-1]}"
        )
    return pick(scope.choices, UNARY if first != "weight" else ("torch.ones(2, 4) * {a}", "x + {a}")).format(a=first)


def write_reduction(scope: Scope, text: str) -> str:
    """A scalar made of an expression."""
    return pick(scope.choices, REDUCE).format(a=text)


def write_loss(scope: Scope) -> Lines:
    """Defines a scalar that carries a graph."""
    candidates = [name for name in scope.attached(scope.vectors) if name != "weight"]
    if not candidates:
        candidates = [f"{pick(scope.choices, scope.modules)}(x)"]
    name = scope.name("loss")
    chosen = pick(scope.choices, candidates)
    reduction = pick(scope.choices, REDUCE)
    if happens(scope.choices, 25):
        chosen = f"{pick(scope.choices, scope.modules)}({chosen})"
    text = reduction.format(a=chosen)
    old = scope.attached(scope.losses)
    if old and happens(scope.choices, 15):
        text = f"{text} + {pick(scope.choices, old)}" + (" * 0.5" if happens(scope.choices, 30) else "")
    if len(candidates) > 1 and happens(scope.choices, 25):
        text = f"{text} + {pick(scope.choices, REDUCE).format(a=pick(scope.choices, candidates))}"
    scope.losses[name] = True
    return [f"{name} = {text}"]
