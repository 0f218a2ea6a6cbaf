"""Code of the project that runs out of sight: functions handed to what cannot be seen, or called by a name that cannot. Floor 3.

If it can reach the engine, it is taken to be called: the graphs that it is given, and those that it can get at, may be sent backward.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from retain_lint.domain.heap import DictRecord, InstanceRecord, ListRecord
from retain_lint.domain.state import Frame, State
from retain_lint.domain.value import (
    BoundMethod,
    External,
    FrameId,
    FunctionValue,
    Index,
    Known,
    Linear,
    Manager,
    Method,
    Partial,
    Ref,
    Symbol,
    Tuple,
    Value,
)
from retain_lint.domain.value_numbers import numbers_in
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.effects.effect_free import loud_names
from retain_lint.interpreter.effects.escape import hand_out, keep_graphs
from retain_lint.interpreter.effects.name_call_graph import names_reached, words_reached
from retain_lint.interpreter.heap.objects import method_order
from retain_lint.interpreter.heap.tensors import any_graph_in
from retain_lint.torch_api.lookup import is_of_data
from retain_lint.torch_api.vocabulary import ENGINE_WORDS

#: words of functions that make something with parameters, or a graph of their own
_TRAINED = frozenset({"Module", "Parameter", "hub", "models", "nn", "requires_grad", "requires_grad_"})
#: what `operator.methodcaller(name, ...)` makes, with the name as its first argument
CALLER = "operator.methodcaller()"


def escape_to_handed(m: Analysis, state: State, values: tuple[Value, ...]) -> None:
    """Code that cannot be seen is given these, and may call the functions among them, now or later."""
    functions = [value for value in with_items(state, values) if runs_engine(m, value)]
    if functions:
        held = [value for function in functions for value in seen_by(m, state, function)]
        hand_out(m, state, (*values, *keep_graphs(m, state, held)))


def with_items(state: State, values: Iterable[Value]) -> Iterator[Value]:
    """The values, and what is in the containers among them."""
    for value in values:
        yield value
        yield from value.items if isinstance(value, Tuple) else items_of(state, value)


def escape_to_holder(m: Analysis, state: State, callee: Symbol, values: tuple[Value, ...]) -> None:
    """What is called is some function of an object or a container that is seen: one under a computed name, or one of those that
    the program stores somewhere."""
    stored = None if callee.key[0] == "getattr" else {name for name, _ in loud_names(m).values}
    for number in sorted(set(numbers_in(callee.key))):
        functions = [value for name, value in _functions_in(state, Ref(number)) if stored is None or name in stored]
        escape_to_handed(m, state, (*values, *functions, *items_of(state, Ref(number)), Ref(number)))


def _functions_in(state: State, holder: Ref) -> Iterator[tuple[str, Value]]:
    record = state.get(holder.address)
    for cls in method_order(state, record.cls) if isinstance(record, InstanceRecord) else ():
        yield from ((name, BoundMethod(holder, value)) for name, value in cls.attributes if not name.startswith("__"))


def items_of(state: State, holder: Value) -> tuple[Value, ...]:
    """The known items of a list, or the values of a dictionary."""
    record = state.record(holder)
    if isinstance(record, ListRecord):
        return record.items
    return tuple(value for _, value in record.items) if isinstance(record, DictRecord) else ()


def runs_engine(m: Analysis, value: Value) -> bool:
    """Is it a function that can reach the engine, or a tensor's own backward?"""
    if isinstance(value, (BoundMethod, Partial, Manager)):
        named = isinstance(value, Partial) and value.arguments[:1] == (Known("backward"),)
        return named or runs_engine(m, value.function)
    if isinstance(value, FunctionValue):
        return not names_reached(m, value.function).isdisjoint(ENGINE_WORDS)
    if isinstance(value, Symbol):
        return value.key[0] == "attr" and value.key[-1] == "backward"
    return isinstance(value, Method) and value.name == "backward"


def returned_by_given(m: Analysis, state: State, request: CallRequest) -> Value | None:
    """What a callee that is given functions gives back may be what these return: a graph that they see."""
    values = request.values() if request.instruction.used else ()
    functions = [value for value in values if isinstance(value, (FunctionValue, BoundMethod, Partial))]
    return any_graph_in(m, state, [held for function in functions for held in seen_by(m, state, function)])


def seen_by(m: Analysis, state: State, value: Value) -> Iterator[Value]:
    """What a function can get at: its object, what is bound to it, and the variables around it that it names."""
    if isinstance(value, (BoundMethod, Method)):
        yield value.receiver
    if isinstance(value, (Partial, Manager)):
        yield from (*value.arguments, *(item for _, item in value.keywords))
    if isinstance(value, (BoundMethod, Partial, Manager)):
        yield from seen_by(m, state, value.function)
    if isinstance(value, FunctionValue):
        words = words_reached(m, value.function)
        yield from (default for default in value.defaults if default is not None)
        for frame in enclosing_frames(m, state, value):
            yield from (held for name, held in frame.variables.items() if name in words)


def sees_data_only(m: Analysis, state: State, value: Value) -> bool:
    """Can what is handed on, if it is a function, get at nothing but data, libraries of data and functions of that kind? It
    computes what has no history."""
    if isinstance(value, (BoundMethod, Partial, Manager)):
        return False
    if isinstance(value, FunctionValue) and not words_reached(m, value.function).isdisjoint(_TRAINED):
        return False
    pending, met = [value], {value}
    while pending:
        for held in seen_by(m, state, pending.pop()):
            if held in met or isinstance(held, (Known, Index, Linear)) or isinstance(held, Symbol) and held.plain:
                continue
            if isinstance(held, FunctionValue):
                met.add(held)
                pending.append(held)
            elif not isinstance(held, External) or not is_of_data(held.name):
                return False
    return True


def enclosing_frames(m: Analysis, state: State, function: FunctionValue) -> Iterator[Frame]:
    """The variables around a function: of those that it is written in, and of its file."""
    yield from frames_from(state, function.frame)
    own = state.frames.get(m.program.globals.get(function.module, -1))
    if own is not None:
        yield own


def frames_from(state: State, number: FrameId | None) -> Iterator[Frame]:
    """The variables of a function, and of those around it."""
    while number is not None and number in state.frames:
        yield state.frames[number]
        number = state.frames[number].parent
