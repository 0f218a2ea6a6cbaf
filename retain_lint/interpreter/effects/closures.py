"""Closures that run the engine, and that escape to a client, to opaque code, or to what only keeps them. Floor 3.

Who has them may call them: on paths of their own, which nobody goes on with; what they leave behind is havocked where they
escaped. What only keeps a closure is no caller: the run itself may call it later.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from retain_lint.domain.heap import ClassRecord, DictRecord, InstanceRecord, ListRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import External, FunctionValue, Known, Method, Ref, Symbol, Tuple, Value
from retain_lint.interpreter.context.analysis import Analysis, WaitingClosure
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.effects.escape import escape_kept
from retain_lint.interpreter.effects.escaping_functions import escape_to_handed, items_of, runs_engine, seen_by
from retain_lint.interpreter.heap.argument_binding import gets_number, with_defaults
from retain_lint.interpreter.heap.objects import has_unseen_base
from retain_lint.interpreter.heap.stored_items import stored_items
from retain_lint.ir.model import Parameter
from retain_lint.source import Span

#: libraries whose functions store or wrap what they are given, or have a model that runs it
_KEEPING = ("builtins.", "collections.", "functools.", "types.", "torch.compile")
#: builtin functions that call those that they are given, or store them where that is not known
_CALLING = frozenset(f"builtins.{name}" for name in ("setattr", "sorted", "min", "max", "map", "filter"))
#: so many values are asked for the closures that they hold
_MOST_HELD = 1000


def find_closures(m: Analysis, state: State, values: tuple[Value, ...]) -> list[FunctionValue]:
    """The closures that whoever is given the values may run: those among them, and those that wait in what they hold."""
    found = list(pending_closures(m, values))
    return [*found, *(one for one in _held_waiting(m, state, values) if one not in found)] if m.waiting else found


def _held_waiting(m: Analysis, state: State, values: tuple[Value, ...]) -> Iterator[FunctionValue]:
    waiting = {id(one.function.function) for one in _unrun(m)}
    pending, met = list(values), set(values)
    while waiting and pending and len(met) < _MOST_HELD:
        value = pending.pop()
        if isinstance(value, FunctionValue) and id(value.function) in waiting:
            yield value
        held = dict.fromkeys((*_parts_of(state, value), *seen_by(m, state, value)))
        pending += [one for one in held if not isinstance(one, Known) and one not in met]
        met.update(held)


def _parts_of(state: State, value: Value) -> tuple[Value, ...]:
    if isinstance(value, Tuple):
        return value.items
    if isinstance(value, Symbol):
        return stored_items(state, value)
    record = state.record(value)
    if isinstance(record, InstanceRecord):
        return tuple(held for _, held in record.attributes)
    return items_of(state, value)


def pending_closures(m: Analysis, values: Iterable[Value]) -> Iterator[FunctionValue]:
    """Those of the checked file that run the engine, and that nothing has run."""
    for value in values:
        if isinstance(value, Tuple):
            yield from pending_closures(m, value.items)
        elif isinstance(value, FunctionValue) and value.module == m.program.main and _is_inner(value):
            if id(value.function) not in m.executed and runs_engine(m, value):
                yield value


def _is_inner(value: FunctionValue) -> bool:
    """Does it stand in another function? Those of a module or a class are driven for themselves."""
    return ".<locals>." in value.function.qualname and value.function.class_name is None


def call_given_closures(
    m: Analysis, before: State, callee: Value, closures: list[FunctionValue], request: CallRequest
) -> None:
    """Calls the closures that a call has given to code that is not followed, unless a model of a library has run them, on forks
    of the path `before` it. What only keeps them waits for those of whom it is asked."""
    for closure in closures:
        if id(closure.function) in m.executed:
            continue
        if only_keeps(before, callee):
            m.waiting.setdefault(id(closure.function), WaitingClosure(closure, before.fork(), m.context, request.span))
            continue
        escape_to_handed(m, before, request.values())
        call_closure(m, before.fork(), closure, 0, request.span)


def only_keeps(state: State, callee: Value) -> bool:
    """Does a call run none of the functions that it is given, but stores them where code that is followed may find them?"""
    if isinstance(callee, External):
        return callee.name.startswith(_KEEPING) and callee.name not in _CALLING
    receiver = callee.receiver if isinstance(callee, Method) else callee
    record = state.record(receiver)
    if isinstance(callee, Method):
        return isinstance(record, (ListRecord, DictRecord)) and callee.name != "sort"
    return (
        isinstance(record, ClassRecord) and isinstance(receiver, Ref) and not has_unseen_base(state, receiver.address)
    )


def leave_waiting(m: Analysis, paths: list[State]) -> None:
    """At the end of these paths, whoever keeps the closures that nothing has run may call them later: they may need graphs that
    are still kept."""
    for closure in _unrun(m):
        for path in paths:
            escape_kept(m, path, tuple(seen_by(m, path, closure.function)))


def _unrun(m: Analysis) -> list[WaitingClosure]:
    return [one for one in m.waiting.values() if id(one.function.function) not in m.executed]


def call_waiting(m: Analysis) -> None:
    """At the end of a run: calls the closures that nothing has run, where they were given away."""
    waiting = _unrun(m)
    m.waiting.clear()
    for closure, state, context, span in waiting:
        m.budget.start_entry()
        m.stack.append(context)
        call_closure(m, state, closure, 0, span)
        m.stack.pop()


def call_closure(m: Analysis, state: State, closure: FunctionValue, turn: int, span: Span) -> list[State]:
    """A call with unknown arguments; the paths that return from it. What it leaves in the variables around it other functions
    may send backward that were given away beside it."""
    given, keywords = unknown_arguments(closure, turn), unknown_keywords(closure, turn)
    outcomes = m.interpreter.call_value(m, state, closure, given, keywords, span)
    ended = [outcome.state for outcome in outcomes if not outcome.raised]
    for path in ended:
        escape_kept(m, path, tuple(seen_by(m, path, closure)))
    return ended


def unknown_arguments(function: FunctionValue, turn: int, skipped: int = 0) -> tuple[Value, ...]:
    """What a client gives by position, but for the first ones, at its call of this number."""
    asked = [pair for pair in with_defaults(function) if pair[0].kind in ("positional", "positional_only")]
    return tuple(_unknown_argument(function, turn, *pair) for pair in asked[skipped:])


def _unknown_argument(function: FunctionValue, turn: int, parameter: Parameter, default: Value | None) -> Symbol:
    plain = gets_number(function, parameter, default)
    return Symbol(("parameter", function.function.qualname, turn, parameter.name), plain)


def unknown_keywords(function: FunctionValue | None, turn: int) -> dict[str, Value]:
    """Unknown keywords; where others may be given, `**` holds them."""
    found: dict[str, Value] = {}
    if function is None:
        return found
    for parameter, default in with_defaults(function):
        if parameter.kind in ("keyword_only", "double_star"):
            name = parameter.name if parameter.kind == "keyword_only" else "**"
            found[name] = _unknown_argument(function, turn, parameter, default)
    return found
