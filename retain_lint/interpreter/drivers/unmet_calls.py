"""Engine calls of the checked file that nothing has met yet, though their function may have run: in a branch that its callers
do not take, or in a function inside it that they get back and do not call. Floor 3.
"""

from __future__ import annotations

from collections.abc import Sequence

from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.effects.name_call_graph import engine_calls_in
from retain_lint.ir.model import Function
from retain_lint.project.loader import LoadedModule


def is_pending(m: Analysis, loaded: LoadedModule, function: Function) -> bool:
    """Has a client to call a function, since nothing has run it, or not all of its engine calls?"""
    if id(function) not in m.executed:
        return True
    if id(function) in m.early:  # what it did not come to, it may come to later, when that is no error
        return False
    inside = f"{function.qualname}.<locals>."
    return lacks_calls(m, [function, *(f for f in loaded.module.functions if f.qualname.startswith(inside))])


def lacks_calls(m: Analysis, functions: Sequence[Function]) -> bool:
    """Is there an engine call in any of the functions that has not run?"""
    called = [call for function in functions for call in engine_calls_in(m, function.body)]
    met = _met_calls(m) if called else set()
    return any(id(call) not in met for call in called)


def _met_calls(m: Analysis) -> set[int]:
    """Those that ran, whatever they turned out to be; not what torch refuses, as under no_grad: others may call it with a graph."""
    numbers = m.ledger.rooted | m.ledger.unseen
    return {id(m.ledger.sites[number].instruction) for number in numbers} | m.ledger.others.keys()
