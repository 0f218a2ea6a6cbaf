"""Opaque code that is given a model, its parameters or its optimiser: it may look at gradients, or set flags. Floor 3."""

from __future__ import annotations

from retain_lint.domain.heap import OptimizerRecord, TensorRecord
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.state import State
from retain_lint.domain.value import Address, Symbol
from retain_lint.interpreter.autograd.gradient_flow import read_gradient
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.heap.objects import gather_leaves, looks_like_module
from retain_lint.torch_api.vocabulary import FLAG_WORDS, FREEZERS, READS_NO_GRADIENTS

#: how deep containers and objects are searched for parameters
_DEPTH = 4


def note_given_models(m: Analysis, state: State, name: str, request: CallRequest) -> None:
    """What an opaque callee of that name may do to what it is given: a gradient that was looked at (`norm_of(net)`) is not
    discarded when it is cleared; and parameters are perhaps frozen (`set_requires_grad([net], False)`)."""
    flags, reads = may_set_flags(name), state.gradients and _may_read(name.lower())
    if not flags and not reads:
        return
    leaves, owned = _leaves_in(m, state, request)
    if flags:
        _flag(
            state, leaves if leaves and not owned else [a for a, record in state.heap.items() if _is_parameter(record)]
        )
    for leaf in leaves if reads else ():
        if state.gradients.get(leaf):
            read_gradient(m, state, leaf)


def may_set_flags(name: str) -> bool:
    """Does the name of opaque code say that it freezes, or that no gradients are recorded in it?"""
    return any(word in name.lower() for word in FREEZERS)


def _leaves_in(m: Analysis, state: State, request: CallRequest) -> tuple[list[Address], list[Address]]:
    """All leaves in what is given; and those that optimisers own, beside which others may be frozen (`toggle_optimizer(opt)`)."""
    # to ask an unknown value for its leaves would make a module of it
    given = [value for value in request.values() if not isinstance(value, Symbol) or looks_like_module(m, value)]
    records = [state.record(value) for value in given]
    owned = [leaf for record in records if isinstance(record, OptimizerRecord) for leaf in record.leaves]
    return [*gather_leaves(m, state, given, _DEPTH)[0], *owned], owned


def _is_parameter(record: object) -> bool:
    return isinstance(record, TensorRecord) and record.parameter


def _flag(state: State, leaves: list[Address]) -> None:
    """From here on they require gradients perhaps."""
    for leaf in leaves:
        record = state.get(leaf)
        if isinstance(record, TensorRecord):
            state.update_tensor(leaf, record, requires_grad=Ternary.MAYBE)
            state.quiet_since = state.tick()  # an engine call adds to other gradients now


def _may_read(name: str) -> bool:
    for flag in FLAG_WORDS:
        name = name.replace(flag, "")
    return "grad" in name or not any(word in name for word in READS_NO_GRADIENTS)
