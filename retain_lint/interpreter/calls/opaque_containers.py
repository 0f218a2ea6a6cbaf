"""Opaque containers: what they are given to keep, and may give out. Floor 3."""

from __future__ import annotations

from dataclasses import replace

from retain_lint.domain.heap import DictRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, Known, Symbol, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.heap.stored_items import keep_items, kept_items, store_item
from retain_lint.interpreter.heap.tensors import any_graph_in, graph_operands
from retain_lint.torch_api.vocabulary import KEEPERS, MEANS


def keep(m: Analysis, state: State, receiver: Symbol, name: str, request: CallRequest) -> None:
    """An opaque container holds the tensors that its method is given to keep."""
    if name in KEEPERS and not _takes_mean(receiver, name, request):
        _keep(m, state, receiver, request)


def _keep(m: Analysis, state: State, receiver: Symbol, request: CallRequest) -> None:
    given = tuple(value for value in request.values() if graph_operands(m, state, [value]))
    if given:
        keep_items(state, receiver, given)


def _takes_mean(receiver: Symbol, name: str, request: CallRequest) -> bool:
    """Is a running mean given the next value and its weight (`losses.update(loss, len(x))`)? It is no container."""
    given = name == "update" and len(request.positional) == 2
    return given and MEANS.fullmatch(str(receiver.key[-1])) is not None


def fill(m: Analysis, state: State, receiver: Symbol, request: CallRequest) -> None:
    """`batch.update({"fake": fake}, size=4)`: the entries lie under their keys; others that it is given somewhere."""
    given = state.record(request.first() or NONE)
    named = [(Known(name), item) for name, item in request.keywords.items()]
    for key, item in (*(given.items if isinstance(given, DictRecord) else ()), *named):
        store_item(state, receiver, key, item)
    if not isinstance(given, DictRecord):
        _keep(m, state, receiver, replace(request, keywords={}))


def given_out(m: Analysis, state: State, receiver: Value) -> Value | None:
    """What an opaque container returns may be any of the tensors that it holds."""
    held = kept_items(state, receiver) if isinstance(receiver, Symbol) else ()
    return any_graph_in(m, state, held) if held else None
