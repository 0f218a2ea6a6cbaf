"""Opaque code that is given a model and its optimiser, and gives objects to train with (`deepspeed.initialize`). Floor 3."""

from __future__ import annotations

from retain_lint.domain.heap import OptimizerRecord
from retain_lint.domain.key_index import path_of
from retain_lint.domain.state import State
from retain_lint.domain.value import Symbol, Tuple, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.effects.opaque_objects import hangs_on_data
from retain_lint.interpreter.heap.objects import looks_like_module, looks_like_optimizer
from retain_lint.interpreter.heap.tensors import Operand
from retain_lint.torch_api.vocabulary import LOADERS

#: words in keywords that name an optimiser, or a data set
_OPTIMIZER = "optim"
_NO_BATCH = (_OPTIMIZER, "_data", *LOADERS)


def makes_trainers(m: Analysis, state: State, request: CallRequest, events: list[Operand]) -> bool:
    """Does opaque code see an optimiser and parameters, but no other graph, and no batch to compute a loss of? What it gives
    is no tensor then: each call of it builds anew."""
    named = request.keywords.items()
    if not any(_OPTIMIZER in name for name, _ in named) and not any(
        is_optimizer(m, state, v) for v in request.values()
    ):
        return False
    nodes = (part.node for part in events if part.node is not None)
    if any(m.graph[node].leaf is None and not hangs_on_data(m, node) for node in nodes):
        return False
    others = (*request.positional, *(value for name, value in named if not any(word in name for word in _NO_BATCH)))
    return not any(_may_be_batch(m, state, value) for value in others if not is_optimizer(m, state, value))


def is_optimizer(m: Analysis, state: State, value: Value) -> bool:
    """Is it an optimiser, or something unknown that is used as one?"""
    return isinstance(state.record(value), OptimizerRecord) or looks_like_optimizer(m, value)


def _may_be_batch(m: Analysis, state: State, value: Value) -> bool:
    if isinstance(value, Symbol) and not looks_like_module(m, value):
        return not value.plain or any(step[0] == "element" for step in path_of(value.key))
    if isinstance(value, Tuple):
        return any(_may_be_batch(m, state, item) for item in value.items)
    return state.tensor(value) is not None
