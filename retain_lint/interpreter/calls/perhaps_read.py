"""Opaque code that is given a model, its parameters or its optimiser, and may look at their gradients. Floor 3."""

from __future__ import annotations

from retain_lint.domain.heap import OptimizerRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import Symbol
from retain_lint.interpreter.autograd.gradient_flow import read_gradient
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.heap.objects import gather_leaves, looks_like_module
from retain_lint.torch_api.vocabulary import FLAG_WORDS, READS_NO_GRADIENTS

#: how deep containers and objects are searched for parameters
_DEPTH = 4


def note_perhaps_read(m: Analysis, state: State, name: str, request: CallRequest) -> None:
    """A gradient that was looked at (`gradient_norm(net)`, `average(net)`) is not thrown away when it is cleared."""
    if not state.gradients or not _may_read(name.lower()):
        return
    # to ask an unknown value for its leaves would make a module of it
    given = [value for value in request.values() if not isinstance(value, Symbol) or looks_like_module(m, value)]
    leaves = [*gather_leaves(m, state, given, _DEPTH)[0]]
    for value in given:
        record = state.record(value)
        leaves += record.leaves if isinstance(record, OptimizerRecord) else ()
    for leaf in leaves:
        if state.gradients.get(leaf):
            read_gradient(m, state, leaf)


def _may_read(name: str) -> bool:
    for flag in FLAG_WORDS:
        name = name.replace(flag, "")
    return "grad" in name or not any(word in name for word in READS_NO_GRADIENTS)
