"""Functions inside functions that run the engine and get out of sight: returned to a client, or given to code that cannot be
seen. Who has them calls them. Floor 3.

They run on paths of their own, which nobody goes on with: what they leave behind is havocked where they got out of sight.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from retain_lint.domain.state import State
from retain_lint.domain.value import FunctionValue, Symbol, Tuple, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.effects.escape import escape_kept
from retain_lint.interpreter.effects.escaping_functions import runs_engine, seen_by
from retain_lint.interpreter.heap.argument_binding import gets_number, with_defaults
from retain_lint.ir.model import Parameter
from retain_lint.source import Span


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
