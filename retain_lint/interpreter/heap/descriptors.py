"""What a class says of its objects' attributes in code: `__getattr__`, descriptors, the names that they are given. Floor 3."""

from __future__ import annotations

from dataclasses import replace

from retain_lint.domain.assume import resolve
from retain_lint.domain.heap import ClassRecord, InstanceRecord, lookup
from retain_lint.domain.plain_data import DATA
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, BoundMethod, FunctionValue, Known, Ref, Symbol, Value
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.heap.enum_members import number_members
from retain_lint.interpreter.heap.generic_classes import strip_parameters
from retain_lint.interpreter.heap.objects import class_attribute
from retain_lint.source import Span


def get_descriptor(m: Analysis, state: State, value: Value, name: str, span: Span) -> list[Outcome] | None:
    """value.name, where a descriptor's `__get__` or the class's `__getattr__` says what that is; None elsewhere."""
    record = state.record(value)
    if not isinstance(value, Ref) or not isinstance(record, InstanceRecord):
        return None
    own, shared = lookup(record.attributes, name), class_attribute(state, record.cls, name)
    getter = None if shared is None else method_of(state, shared, "__get__")
    if shared is not None and getter is not None and (own is None or method_of(state, shared, "__set__") is not None):
        return m.interpreter.call_value(m, state, BoundMethod(shared, getter), (value, Ref(record.cls)), {}, span)
    fallback = method_of(state, value, "__getattr__") if own is None and shared is None else None
    if fallback is None or name.startswith("__"):
        return None
    outcomes = m.interpreter.call_value(m, state.fork(), BoundMethod(value, fallback), (Known(name),), {}, span)
    plain = _gives_wrapped(record, outcomes)
    if plain is not None:
        return [Outcome(state, Symbol(("attr", ("object", value), name), plain))]
    return outcomes if _is_told(outcomes) else None


def _gives_wrapped(record: InstanceRecord, outcomes: list[Outcome]) -> bool | None:
    """Does the code give an entry of a mapping that is not known, be it as it is or in an object like this one that holds nothing
    but data, and is that data? None for other code. A path for each kind of entry, at each read, would soon be more than are
    followed."""
    values = [(outcome.state, outcome.value) for outcome in outcomes if not outcome.raised]
    made = [(kept, kept.record(value)) for kept, value in values if isinstance(value, Ref)]
    entries = [value for _, value in values if isinstance(value, Symbol)]
    if not made or not entries or len(made) + len(entries) < len(values):
        return None
    if not all(
        isinstance(one, InstanceRecord) and one.cls == record.cls and _holds_data(kept, one) for kept, one in made
    ):
        return None
    return all(entry.plain for entry in entries)


def _holds_data(state: State, record: InstanceRecord) -> bool:
    return all(DATA.covers(state, value) for _, value in record.attributes)


def _is_told(outcomes: list[Outcome]) -> bool:
    """Does the code say what the attribute is? One option or another, or a default, is an unknown value like any other:
    a path for each, at each read of each option, would soon be more than are followed."""
    values = [outcome.value for outcome in outcomes if not outcome.raised]
    told = [value for value in values if not isinstance(value, Symbol)]
    return len(values) == len(told) == 1 or any(not isinstance(value, Known) for value in told)


def find_own(state: State, record: InstanceRecord, asked: Value | None) -> Outcome:
    """What torch's own `Module.__getattr__` gives: a part of the module under a name that is known, else it raises."""
    name = resolve(state, asked) if asked is not None else NONE
    own = lookup(record.attributes, str(name.value)) if isinstance(name, Known) else None
    return Outcome(state, own or NONE, raised=own is None)


def set_descriptor(
    m: Analysis, state: State, holder: Value, name: str, source: Value, span: Span
) -> list[Outcome] | None:
    """holder.name = source, where a descriptor's `__set__` says what that is; None elsewhere."""
    record = state.record(holder)
    shared = class_attribute(state, record.cls, name) if isinstance(record, InstanceRecord) else None
    setter = None if shared is None else method_of(state, shared, "__set__")
    if shared is None or setter is None:
        return None
    return m.interpreter.call_value(m, state, BoundMethod(shared, setter), (holder, source), {}, span)


def method_of(state: State, value: Value, name: str) -> FunctionValue | None:
    """A method of the project's, if the value is an object whose class has it."""
    record = state.record(value)
    found = class_attribute(state, record.cls, name) if isinstance(record, InstanceRecord) else None
    return found if isinstance(found, FunctionValue) else None


def finish_class(m: Analysis, outcome: Outcome, made: Ref, span: Span) -> list[Outcome]:
    """A new class: its bases are named without their parameters, its members are numbered, its descriptors get to know their
    names, and its base classes the class."""
    number_members(outcome.state, made)
    record = outcome.state.record(made)
    if outcome.raised or not isinstance(record, ClassRecord):
        return [outcome]
    record = replace(record, bases=tuple(map(strip_parameters, record.bases)))
    outcome.state.put(made.address, record)
    paths = [outcome]
    for name, value in record.attributes:
        method = method_of(outcome.state, value, "__set_name__")
        if method is not None:
            told = BoundMethod(value, method)
            paths = [
                o for p in paths for o in m.interpreter.call_value(m, p.state, told, (made, Known(name)), {}, span)
            ]
    method_after = class_attribute(outcome.state, made.address, "__init_subclass__", after=made.address)
    if not isinstance(method_after, FunctionValue):
        return paths
    return [o for p in paths for o in m.interpreter.call_value(m, p.state, method_after, (made,), {}, span)]
