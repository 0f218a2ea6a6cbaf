"""Runs an expression under torch: does a second backward fail, and whose in-place write between is noticed?"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import torch
from torch import Tensor

FREED = "backward through the graph a second time"
STALE = "modified by an inplace operation"
#: the halves of chunk() and kin refuse any write of their base, whatever is saved
MANY_VIEWS = "is a view and its base or another view of its base has been modified inplace"


def positive(*size: int) -> Tensor:
    """Numbers between 0.3 and 0.8, where every function of the tests is differentiable."""
    return 0.3 + 0.5 * torch.rand(*size, dtype=torch.float64)


def definite() -> Tensor:
    """A symmetric positive definite matrix with distinct eigenvalues."""
    return torch.diag(torch.tensor([1.0, 2.0, 3.5, 5.0], dtype=torch.float64)) + 0.1


#: the inputs that a source may name
INPUTS: dict[str, Callable[[], Tensor]] = {
    "x": lambda: positive(4, 4),
    "y": lambda: positive(4, 4),
    "z": lambda: positive(4, 4),
    "u": lambda: positive(4),
    "v": lambda: positive(4),
    "s": definite,
    "bx": lambda: positive(2, 4, 4),
    "by": lambda: positive(2, 4, 4),
    "seq": lambda: positive(2, 3, 8),
    "img": lambda: positive(2, 3, 8, 8),
    "vol": lambda: positive(2, 3, 4, 4, 4),
    "k1": lambda: positive(3, 3, 3),
    "k2": lambda: positive(3, 3, 3, 3),
    "k3": lambda: positive(3, 3, 3, 3, 3),
    "b": lambda: positive(3),
    "grid": lambda: positive(2, 5, 5, 2),
    "theta": lambda: positive(2, 2, 3),
    "mean": lambda: positive(3),
    "variance": lambda: positive(3),
    "mask": lambda: torch.rand(4, 4) > 0.5,
    "index": lambda: torch.randint(0, 4, (4, 4)),
    "rows": lambda: torch.tensor([0, 2]),
    "labels": lambda: torch.tensor([0, 1, 2, 3]),
    "signs": lambda: torch.tensor([1.0, -1.0, 1.0, -1.0], dtype=torch.float64),
}


@dataclass(frozen=True)
class Run:
    """One execution: the inputs by name and the tensors that came out."""

    inputs: dict[str, Tensor]
    outputs: list[Tensor]

    def backward(self) -> None:
        """Sends the sum of everything backward."""
        parts = [torch.view_as_real(t) if t.is_complex() else t for t in self.outputs if t.requires_grad]
        if parts:
            torch.autograd.backward(torch.stack([t.sum().double() for t in parts]).sum())


def names_in(source: str) -> list[str]:
    """The inputs that a source names, in order."""
    found = [node.id for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name) and node.id in INPUTS]
    return list(dict.fromkeys(found))


def differentiable(names: list[str]) -> list[str]:
    """Those of floating point."""
    return [name for name in names if INPUTS[name]().is_floating_point() and name != "signs"]


def tensors_of(value: object) -> Iterator[Tensor]:
    """The tensors in a result, in order."""
    if isinstance(value, Tensor):
        yield value
    elif isinstance(value, (tuple, list)):
        for item in value:
            yield from tensors_of(item)


def execute(source: str, requiring: set[str]) -> Run:
    """Runs a source; the inputs are sums, so that they may be written in place."""
    torch.manual_seed(0)
    inputs = {name: INPUTS[name]() for name in names_in(source)}
    inputs = {n: t.requires_grad_() + 0 if n in requiring else t for n, t in inputs.items()}
    scope = {"torch": torch, "F": torch.nn.functional, **inputs}
    body = ast.parse(source)
    last = body.body[-1]
    if isinstance(last, ast.Expr):
        result = eval(compile(ast.Expression(last.value), "<source>", "eval"), scope)
    else:
        exec(compile(body, "<source>", "exec"), scope)
        target = last.target if isinstance(last, ast.AugAssign) else last.targets[0]  # type: ignore[attr-defined]
        while isinstance(target, ast.Subscript):
            target = target.value
        assert isinstance(target, ast.Name)
        result = scope[target.id]
    return Run(inputs, list(tensors_of(result)))


def second_backward_fails(source: str, name: str) -> bool:
    """Does it, when this input alone requires grad?"""
    run = execute(source, {name})
    run.backward()
    try:
        run.backward()
    except RuntimeError as error:
        if FREED not in str(error):
            raise
        return True
    return False


def noticed_writes(source: str) -> set[str]:
    """The inputs and outputs whose write before the backward makes it fail."""
    requiring = set(differentiable(names_in(source)))
    places = [*names_in(source), *range(len(execute(source, requiring).outputs))]
    return {label_of(source, place) for place in places if write_is_noticed(source, place, requiring)}


def label_of(source: str, place: str | int) -> str:
    """An input's name, `output`, or `output[1]` of several."""
    several = len(execute(source, set()).outputs) > 1
    return place if isinstance(place, str) else f"output[{place}]" if several else "output"


def write_is_noticed(source: str, place: str | int, requiring: set[str]) -> bool:
    """Does the backward fail after an in-place write (of no element, where the tensor has a dimension)?"""
    run = execute(source, requiring)
    target = (run.inputs[place] if isinstance(place, str) else run.outputs[place]).detach()
    part = target[:0] if target.dim() else target
    part.copy_(part.clone())
    try:
        run.backward()
    except RuntimeError as error:
        if MANY_VIEWS in str(error):
            return False
        if STALE not in str(error):
            raise
        return True
    return False
