"""Which branches have tested which settings: the run on joined paths keeps apart by these what several branches choose between.
Floor 3."""

from __future__ import annotations

from retain_lint.domain.state import State
from retain_lint.domain.value import Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.effects.name_call_graph import block_matters, steers_engine
from retain_lint.ir.model import If


def note_tested(m: Analysis, state: State, instruction: If, condition: Value) -> None:
    """A branch tests this condition, whose truth the path has not decided."""
    looped = bool(state.loops) and m.context.module == m.program.main
    joins = instruction.condition in instruction.live  # `a or b`: the branch on it comes after
    matters = block_matters(m, instruction.then) or block_matters(m, instruction.orelse)
    steers = joins or matters or steers_engine(m, instruction)
    m.partition.note(id(instruction), condition, looped, steers, m.budget.entry)
