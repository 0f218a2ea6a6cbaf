"""The measured behaviour of torch 2.13's operations, and the tables' answer for each entry.

An entry is one name (`torch.exp`, `Tensor.mul_`, `F.relu`), run with many arguments and with every set of inputs
requiring grad. `fails_when_only` says whether a second backward fails when that input alone requires grad, "depends" when
that varies with the arguments; `stale_if_modified` whose in-place write torch then notices.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from retain_lint.torch_api.lookup import find_control, find_control_method, find_method, find_op
from retain_lint.torch_api.spec import ControlSpec, Given, Kept, OpSpec, Role

DATA = Path(__file__).parent / "data" / "measured_ops.json.gz"
Entry = Mapping[str, Any]
#: what programs write for names that the measurements have and torch has not: random numbers only come in place
WRITTEN = {
    "F.bce": "F.binary_cross_entropy",
    **{f"torch.{name}": f"Tensor.{name}_" for name in ("cauchy", "exponential", "geometric", "log_normal", "uniform")},
}
#: the place of a parameter under the names that the measurements give it
PLACES = {"self": 0, "input": 0, "other": 1, "x2": 1, "b": 1, "y": 1, "exponent": 1, "idx": 1, "arg1": 1, "a2": 2}
#: (row, parameter of a variant): what the measurements call it
RENAMED = {("max", "dim"): "other", ("min", "dim"): "other", ("einsum", "other"): "operands"}


@cache
def read_entries() -> tuple[dict[str, Any], ...]:
    """Every entry."""
    with gzip.open(DATA, "rt", encoding="utf-8") as stream:
        return tuple(json.load(stream))


def operations() -> list[dict[str, Any]]:
    """The entries of one function or method."""
    return [e for e in read_entries() if e.get("kind") != "module" and not is_expression(e)]


def is_expression(entry: Entry) -> bool:
    """Not one name but an expression (or a method of a method's result)?"""
    return bool(entry["op"].startswith("expr:")) or entry["op"].startswith("Tensor.") and entry["op"].count(".") > 1


def expressions() -> list[dict[str, Any]]:
    """The entries of operators and expressions."""
    return [e for e in read_entries() if e.get("kind") != "module" and is_expression(e)]


def layers() -> list[dict[str, Any]]:
    """The entries of layers."""
    return [e for e in read_entries() if e.get("kind") == "module"]


def find_row(name: str) -> OpSpec | None:
    """The row of `torch.exp`, `Tensor.add_`, `F.relu`."""
    name = WRITTEN.get(name, name)
    if name.startswith("Tensor."):
        return find_method(name[len("Tensor.") :])
    return find_op(name.replace("F.", "torch.nn.functional.", 1) if name.startswith("F.") else name)


def find_role(name: str) -> ControlSpec | None:
    """The role of a name that is no operation."""
    if name.startswith("Tensor."):
        return find_control_method(name[len("Tensor.") :], "tensor")
    return find_control(name)


@dataclass(frozen=True)
class Reading:
    """A row or one of its variants, with the parameter that cannot be a tensor in it."""

    row: OpSpec
    number: str | None = None


def readings(row: OpSpec) -> Iterator[Reading]:
    """The row and its variants."""
    yield Reading(row)
    for name, how, variant in row.variants:
        yield Reading(variant, None if how is Given.TENSOR else name)


def parameter_of(row: OpSpec, name: str) -> str:
    """The parameter that the measurements call so: they name by position what takes lists or has another name."""
    if name in row.parameters:
        return name
    if row.sequences and name.startswith(("arg", "tensors", "self", "b")):
        return row.sequences[0]
    place = PLACES.get(name, len(row.parameters))
    return row.parameters[place] if place < len(row.parameters) else name


def outcome(reading: Reading, parameters: set[str]) -> bool | None:
    """Does a second backward fail when these parameters require grad; None where the row leaves it open."""
    hit = [s for s in reading.row.saves if not s.when or parameters & set(s.when)]
    if any(not s.maybe for s in hit):
        return True
    return None if hit else False


def outcomes(row: OpSpec, name: str) -> set[bool | None]:
    """The outcomes over the row and its variants when one input alone requires grad."""
    parameter = parameter_of(row, name)
    return {outcome(r, {parameter}) for r in readings(row) if r.number != parameter}


def agrees(measured: object, found: set[bool | None]) -> bool:
    """A definite measurement needs a row that says so definitely; a varying one needs both, or a row that leaves it
    open."""
    if measured == "depends":
        return None in found or {True, False} <= found
    return measured in found


def labels(row: OpSpec, names: list[str]) -> set[str]:
    """always, never or depends, for each variant: over the inputs one by one and all together."""
    found = set()
    for reading in readings(row):
        single = [outcome(reading, {parameter_of(row, n)}) for n in names if parameter_of(row, n) != reading.number]
        together = outcome(reading, {parameter_of(row, n) for n in names})
        states = {*single, together}
        found.add("always" if states == {True} else "never" if states == {False} else "depends")
    return found


def second_backward_is_right(entry: Entry) -> bool:
    """Does the table give the measured outcome?"""
    row = find_row(entry["op"])
    control = find_role(entry["op"])
    if not was_measured(entry):
        return row is not None or control is not None
    if entry["saves"] == "n/a":
        return has_no_history(row, control)
    if (
        control is not None
        and control.role in (Role.IDENTITY, Role.CONTIGUOUS, Role.AS_TENSOR)
        or control is not None
        and row is None
    ):
        return bool(entry["saves"] == "never")
    if row is None or not row.differentiable:
        return False
    fails = entry["fails_when_only"]
    found = labels(row, list(fails))
    label = entry["saves"] in found or entry["saves"] == "depends" and len(found) > 1
    return label and all(agrees(measured, outcomes(row, name)) for name, measured in fails.items())


def has_no_history(row: OpSpec | None, control: ControlSpec | None) -> bool:
    """Nothing could be sent backward: the table must know the name, and make no claim."""
    if control is not None:
        return True
    return row is not None and (not row.differentiable or not row.saves and row.mutates is not None)


def was_measured(entry: Entry) -> bool:
    """Did anything run? Some calls raised, or had no differentiable input."""
    unmeasured = ("call raises", "no floating-point tensor input", "not measured")
    return not (entry["saves"] == "n/a" and entry["rule"].startswith(unmeasured))


def stale_is_right(entry: Entry) -> bool:
    """Does the table keep exactly the tensors whose write torch noticed?"""
    row = find_row(entry["op"])
    if row is None:
        return not entry["stale_if_modified"]
    measured = {
        n if n.startswith("output") or row.name in ("max", "min") else parameter_of(row, n)
        for n in entry["stale_if_modified"]
    }
    if "output" in measured and entry["inplace"]:
        measured.discard(row.parameters[0])  # the same memory
    rows = [reading.row for reading in readings(row) if (reading.row.mutates is not None) == entry["inplace"]]
    return {name for each in rows for name in stale_names(each)} == measured


def stale_names(row: OpSpec) -> Iterator[str]:
    """The names of the tensors that a row keeps and user code can write."""
    for saved in row.saves:
        if isinstance(saved.what, str):
            yield RENAMED.get((row.name, saved.what), saved.what)
        elif saved.what is Kept.RESULT:
            yield "output" if row.outputs == 1 else f"output[{saved.output}]"
