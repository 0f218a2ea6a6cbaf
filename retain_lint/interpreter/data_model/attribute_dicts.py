"""The methods of `vars(owner)`, or `owner.__dict__`, and `delattr`: they read, set and delete attributes of the object.
Floor 3."""

from __future__ import annotations

from retain_lint.domain.assume import resolve
from retain_lint.domain.heap import DictRecord, lookup
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, Known, Ref, Symbol, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.data_model.attributes import set_attribute
from retain_lint.interpreter.heap.overwritten_settings import doubt_constants, may_be_setting
from retain_lint.interpreter.heap.record_classes import attributes_behind, owner_of
from retain_lint.interpreter.heap.strings import spell
from retain_lint.interpreter.heap.tensors import any_graph_in
from retain_lint.interpreter.heap.unset_attributes import note_open


def call_dictionary_method(m: Analysis, state: State, receiver: Value, name: str, request: CallRequest) -> Value | None:
    """The result of such a method; None for any other receiver or method."""
    owner = owner_of(state, receiver)
    if owner is None:
        return None
    if name in ("pop", "get", "setdefault") and request.positional:
        return _entry(m, state, owner, receiver, name, request)
    if name == "update":
        return _update(m, state, owner, receiver, request)
    if name == "clear":
        for held, _ in attributes_behind(state, receiver) or ():
            set_attribute(m, state, owner, held, None, request.span)
        return NONE
    return None


def call_delattr(m: Analysis, state: State, request: CallRequest) -> Value:
    """delattr(owner, name)"""
    owner, name = request.positional[:2] if len(request.positional) == 2 else (NONE, NONE)
    name = spell(resolve(state, name))
    if isinstance(name, Known) and isinstance(name.value, str):
        set_attribute(m, state, owner, name.value, None, request.span)
    elif isinstance(owner, Ref):
        note_open(m, [owner])
        _blur(m, state, owner, Symbol(("attr", ("object", owner), "__dict__")), request)
    return NONE


def _entry(m: Analysis, state: State, owner: Ref, receiver: Value, name: str, request: CallRequest) -> Value | None:
    index = request.positional[0]
    default = request.positional[1] if len(request.positional) > 1 else NONE
    if not isinstance(index, Known):
        return _blur(m, state, owner, receiver, request) if name == "pop" else None
    found = lookup(attributes_behind(state, receiver) or (), str(index.value))
    if name == "pop" and found is not None:
        set_attribute(m, state, owner, str(index.value), None, request.span)
    if name == "setdefault" and found is None:
        set_attribute(m, state, owner, str(index.value), default, request.span)
    return default if found is None else found


def _update(m: Analysis, state: State, owner: Ref, receiver: Value, request: CallRequest) -> Value:
    record = state.record(request.first() or NONE)
    given = record.items if isinstance(record, DictRecord) else ()
    pairs = [*((key.value, item) for key, item in given if isinstance(key, Known)), *request.keywords.items()]
    seen = not request.positional or isinstance(record, DictRecord) and record.exact
    if not seen or "**" in request.keywords:
        _blur(m, state, owner, receiver, request)
    for name, item in pairs:
        if name != "**":
            set_attribute(m, state, owner, str(name), item, request.span)
    return NONE


def _blur(m: Analysis, state: State, owner: Ref, receiver: Value, request: CallRequest) -> Value | None:
    """A name that is not known: any graph that the object holds may be given out, or be another one from now on."""
    if request.positional and may_be_setting(state, request.positional[0]):
        doubt_constants(m, state, owner)
    attributes = attributes_behind(state, receiver) or ()
    for name, value in attributes:
        held = any_graph_in(m, state, [value]) if state.tensor(value) is not None else None
        if held is not None:
            set_attribute(m, state, owner, name, held, request.span)
    return any_graph_in(m, state, [value for _, value in attributes])
