"""Parameters that unseen code may have used: those of what it was given, and of what its callee belongs to or was made of. Floor 3.

A step that finds no gradients is then not known to: the engine may have gone through them where nobody saw it. And what is made
of parameters may be their optimiser.
"""

from __future__ import annotations

from collections.abc import Hashable

from retain_lint.domain.autograd_graph import NodeId
from retain_lint.domain.heap import DictRecord, InstanceRecord, LayerRecord, ListRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import BoundMethod, FunctionValue, Manager, Partial, Ref, Symbol, Tuple, Value
from retain_lint.domain.value_numbers import numbers_in
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.effects.escaping_functions import seen_by
from retain_lint.torch_api.vocabulary import (
    BATCH_GETTER,
    BATCH_OWNERS,
    BATCHES,
    COMPUTERS,
    DATA_KEYWORDS,
    LOADERS,
    MODELS,
    QUEUE_GETTERS,
    QUEUES,
)


def note_use(m: Analysis, state: State, callee: Value, request: CallRequest, result: Value) -> None:
    """Remembers what unseen code has made that may go through parameters which nobody saw it use."""
    record = state.tensor(result)
    node = record.node if record is not None else None
    behind = _behind(state, callee, node is not None and m.graph[node].op == "module")
    is_code = isinstance(callee, Symbol) and callee.plain  # what is called is no data, but may be anything
    if not is_code and not may_reach_parameters(m, state, (*behind, *request.values())):
        return
    if isinstance(result, Symbol):
        m.facts.leaf_keys.note_holder(result.key)
    if node is not None:
        m.facts.weight_users.add(node)


def may_go_on(m: Analysis, number: NodeId) -> bool:
    """Does the graph perhaps lead to parameters that it is not seen to lead to?"""
    node = m.graph[number]
    return node.op == "unknown" or (node.op == "call" and not node.inputs) or number in m.facts.weight_users


def _behind(state: State, callee: Value, is_module: bool) -> tuple[Value, ...]:
    """An unknown callee itself, and the objects that it is a method or a part of. What a module makes hangs on its own
    parameters, but these are not seen to be those of the layer that it is a part of, or of what was stored in it."""
    if not isinstance(callee, Symbol):
        return ()
    owners = tuple(Ref(number) for number in sorted(set(numbers_in(callee.key))))
    if is_module:
        return (
            *(owner for owner in owners if isinstance(state.record(owner), LayerRecord)),
            *_stored_in(state, callee),
        )
    return (callee, *owners)


def makes_batches(m: Analysis, state: State, request: CallRequest) -> bool:
    """Does opaque code make a data set or a loader of options, by its name (`get_loader(args.path)`), or hand out a batch? What
    it makes of loaders, or by the options of a data set, is data too."""
    called, _, given = m.source.slice(request.span).lower().partition("(")
    owner, _, name = called.rpartition(".")
    if called.endswith("]"):  # an entry of a table goes by the name of the table as well
        owner, name = "", called
    named = any(word in name for word in BATCHES) and not any(word in name for word in MODELS)
    of_data = any(word in given for word in LOADERS) or not DATA_KEYWORDS.isdisjoint(request.keywords)
    named |= of_data and not any(word in text for word in (*MODELS, *COMPUTERS) for text in (name, given))
    named |= BATCH_GETTER.fullmatch(name) is not None or name == "next" and any(word in owner for word in BATCH_OWNERS)
    queued = owner != "" and (name != "get" or any(word in owner for word in QUEUES))
    named |= name in QUEUE_GETTERS and queued and not request.positional
    return named and not may_reach_parameters(m, state, tuple(request.values()))


def may_reach_parameters(m: Analysis, state: State, values: tuple[Value, ...]) -> bool:
    """Does any of these have parameters, or something in it, or something that it can get at?"""
    todo, seen = list(values), set[Hashable]()
    while todo:
        value = todo.pop()
        if isinstance(value, Symbol) and not value.plain and m.facts.leaf_keys.has_relative(value.key):
            return True
        if isinstance(state.record(value), LayerRecord):
            return True
        place = _place(value)
        if place is None or place not in seen:
            todo += _parts(m, state, value)
        seen.add(place)
    return False


def _stored_in(state: State, value: Symbol) -> tuple[Value, ...]:
    """The attributes and items that this path has set of an unknown object."""
    return tuple(held for name, held in state.attached(value.key) if not name.startswith("%"))


def _place(value: Value) -> Hashable:
    """Of an object, or a function, what tells it from others: functions lead to each other by their names, round and round, and
    an unknown object may be stored in itself."""
    if isinstance(value, Symbol):
        return value.key
    if isinstance(value, Ref):
        return value.address
    if isinstance(value, FunctionValue):
        return id(value.function), value.frame
    if isinstance(value, BoundMethod):
        return _place(value.receiver), _place(value.function)
    return id(value) if isinstance(value, (Partial, Manager)) else None  # variables hold these: they do not go away


def _parts(m: Analysis, state: State, value: Value) -> tuple[Value, ...]:
    """What is in an object or a container, and what a function can get at."""
    record = state.record(value)
    if isinstance(value, Symbol):
        return _stored_in(state, value)
    if isinstance(value, Tuple):
        return tuple(value.items)
    if isinstance(value, (BoundMethod, FunctionValue, Partial, Manager)):
        return tuple(seen_by(m, state, value))
    if isinstance(record, InstanceRecord):
        return (*(held for _, held in record.attributes), Symbol(("inherited", value)))
    if isinstance(record, ListRecord):
        return tuple(record.items)
    return tuple(held for _, held in record.items) if isinstance(record, DictRecord) else ()
