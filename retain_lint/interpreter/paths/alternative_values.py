"""Instructions on what is one of several objects, not known which: they are run with each, and what comes of it is joined. Floor 3.

A path that stands for several (past the bound, or in a run on joined paths) would lose a network, or the function to call, where
these differ on them.
"""

from __future__ import annotations

from collections.abc import Iterator

from retain_lint.domain.alternatives import alternatives_of
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, Value
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.paths.generator_stores import execute_seen
from retain_lint.interpreter.paths.path_merging import join_paths, settle_raised
from retain_lint.ir import model as ir
from retain_lint.ir.operands import writes


def execute_each(m: Analysis, state: State, instruction: ir.Instruction) -> list[Outcome] | None:
    """Runs one instruction on one path, with each object that it may be about."""
    register = _used(instruction)
    value = None if register is None else state.variables(m.frame).get(register)
    parts = () if value is None else alternatives_of(value)
    if register is None or value is None or not parts:
        return execute_seen(m, state, instruction)
    kept = register not in writes(instruction)
    ended: list[State] = []
    raised: list[State] = []
    for part in parts:
        m.budget.steps -= 1
        for outcome in _execute_with(m, state.fork(), instruction, register, part):
            if kept and m.frame in outcome.state.frames:
                outcome.state.registers(m.frame)[register] = value  # another use may be of another one
            (raised if outcome.raised else ended).append(outcome.state)
    joined = [Outcome(join_paths(m, ended), NONE)] if ended else []
    return [*joined, *(Outcome(path, NONE, raised=True) for path in settle_raised(m, raised))]


def _execute_with(
    m: Analysis, state: State, instruction: ir.Instruction, register: str, part: Value
) -> Iterator[Outcome]:
    state.registers(m.frame)[register] = part
    outcomes = execute_seen(m, state, instruction)
    yield from [Outcome(state, NONE)] if outcomes is None else outcomes


def _used(instruction: ir.Instruction) -> str | None:
    """The register that holds the object which an instruction is about."""
    if isinstance(instruction, ir.Call):
        return instruction.function
    if isinstance(instruction, (ir.GetAttr, ir.SetAttr, ir.GetItem, ir.SetItem)):
        return instruction.object
    return None
