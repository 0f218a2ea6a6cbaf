"""The registers of the running frame. Floor 3."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from retain_lint.domain.state import State
from retain_lint.domain.value import Symbol, Tuple, Value
from retain_lint.interpreter.context.analysis import Analysis, Outcome


def read(m: Analysis, state: State, register: str) -> Value:
    """The value of a register of the running frame; an unset one is unknown."""
    value = state.variables(m.frame).get(register)
    return Symbol(("unset", register), plain=True) if value is None else value


def is_unset(value: Value) -> bool:
    """Is the value that of a variable which this path has not set? Python raises NameError then."""
    return isinstance(value, Symbol) and value.key[0] == "unset" and not str(value.key[1]).startswith("%")


def write(m: Analysis, state: State, register: str, value: Value) -> None:
    """Sets a register of the running frame."""
    if isinstance(value, Tuple):
        m.budget.charge(len(value.items))
    state.registers(m.frame)[register] = value


@contextmanager
def held(m: Analysis, state: State, made: Value) -> Iterator[list[Outcome]]:
    """While code runs of which the value is a result, a register leads to it: what nothing leads to is dropped. The paths
    that this code ends on go into the list."""
    name = f"%made {m.fresh()}"
    write(m, state, name, made)
    outcomes: list[Outcome] = []
    yield outcomes
    for outcome in outcomes:
        outcome.state.registers(m.frame).pop(name, None)
