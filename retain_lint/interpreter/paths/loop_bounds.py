"""How often a loop of unknown length is run before its paths are taken for settled. Floor 3."""

from __future__ import annotations

from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.effects.name_call_graph import computes_flag, is_innermost
from retain_lint.interpreter.heap.iterables import MAX_ITERATIONS, MIN_ITERATIONS
from retain_lint.ir.model import Block


def bound_iterations(m: Analysis, body: Block) -> int:
    """Only the innermost loops that can lead to an engine call or an optimiser are worth a third iteration: around them,
    what the last iteration leaves behind meets the first of the next round. Where iterations differ in what they retain,
    one more shows what meets the last of them. A generator's loop is followed as far as that of its consumer."""
    if m.context.function.is_generator:
        return MAX_ITERATIONS
    return MAX_ITERATIONS + computes_flag(m, body) if is_innermost(m, body) else MIN_ITERATIONS
