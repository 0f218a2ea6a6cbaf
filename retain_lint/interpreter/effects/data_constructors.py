"""Constructors of data that are not run again: the object has the attributes that earlier runs have set, with values of the kinds
that these gave, and unknown ones in place of the defaults of its class that such code may have overwritten. Floor 3."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace

from retain_lint.domain.heap import InstanceRecord
from retain_lint.domain.plain_data import ARRAYS
from retain_lint.domain.state import State
from retain_lint.domain.value import FunctionValue, Key, Ref, Value
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.effects.changed_attributes import defaults_of, names_changed
from retain_lint.interpreter.effects.observed_calls import shape_of
from retain_lint.interpreter.effects.result_kinds import ABSENT, DATA, UNKNOWN, key_of_call, kind_of, make_result


def note_attributes(
    m: Analysis, state: State, function: FunctionValue, request: CallRequest, outcomes: Sequence[Outcome]
) -> None:
    """Remembers the kinds of what a call has left in its object, if it is a constructor."""
    if function.function.name != "__init__" or not request.positional:
        return
    kinds = m.syntax.attribute_kinds.setdefault(_key(state, function, request), {})
    for outcome in outcomes:
        record = None if outcome.raised else outcome.state.record(request.positional[0])
        for name, value in record.attributes if isinstance(record, InstanceRecord) else ():
            kind = _kind_of(outcome.state, value)
            kinds[name] = kind if kinds.get(name, kind) == kind else _either(kind, kinds[name])


def set_attributes(m: Analysis, state: State, function: FunctionValue, request: CallRequest, plain: bool) -> None:
    """Sets the attributes of the object of which the constructor is not run; `plain`: it has seen nothing but data."""
    made = request.positional[0] if request.positional else None
    record = None if made is None else state.record(made)
    if function.function.name != "__init__" or not isinstance(made, Ref) or not isinstance(record, InstanceRecord):
        return
    changed = names_changed(m, state, function.function, record.cls).written
    pairs, held = dict(record.attributes), {name for name, _ in record.attributes} - changed
    for name, kind in m.syntax.attribute_kinds.get(_key(state, function, request), {}).items():
        if name not in held:
            pairs[name] = make_result(m, state, kind)
    for name in defaults_of(state, record, changed - pairs.keys()):
        pairs[name] = m.symbol("value", plain=plain)
    state.put(made.address, replace(record, attributes=tuple(pairs.items())))


def _key(state: State, function: FunctionValue, request: CallRequest) -> Key:
    """What the kinds may hang on, beside the object, which is another one each time."""
    given = replace(request, positional=request.positional[1:])
    return (*key_of_call(state, function, given), shape_of(state, given))


def _kind_of(state: State, value: Value) -> Hashable:
    """The kind of an attribute; what is None may be other data for other options."""
    kind = kind_of(state, value)
    return kind if kind not in (None, ABSENT) else DATA if ARRAYS.covers(state, value) else UNKNOWN


def _either(one: Hashable, other: Hashable) -> Hashable:
    return UNKNOWN if UNKNOWN in (one, other) else DATA
