"""Binding of a call's arguments to a function's parameters. Floor 3."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import cast

from retain_lint.domain.heap import DictRecord, ListRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, FunctionValue, Known, Symbol, Tuple, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.flag_origins import follow_flag
from retain_lint.interpreter.heap.objects import allocate
from retain_lint.interpreter.heap.tensors import any_graph_in, derived
from retain_lint.ir.model import Parameter


def bind_parameters(m: Analysis, state: State, function: FunctionValue, request: CallRequest) -> dict[str, Value]:
    """The frame's first registers. What the call leaves open is unknown, unless it has a default."""
    variables: dict[str, Value] = {}
    keywords = dict(request.keywords)
    rest = keywords.pop("**", None)
    positional = list(request.positional)
    follow = partial(follow_flag, function.function)
    spread = cast(Value, cast(Symbol, positional.pop()).key[1]) if positional and _is_star(positional[-1]) else None
    opaque = _spread_tensor(state, request)
    for parameter, default in with_defaults(function):
        if parameter.kind == "star":
            given = tuple(follow(parameter, None, value) for value in positional)
            variables[parameter.name] = _collect(m, state, given, spread, parameter.name)
            positional = []
        elif parameter.kind == "double_star":
            items = [(Known(name), follow(parameter, None, value)) for name, value in keywords.items()]
            others = [] if rest is None or state.tensor(rest) is None else [(Symbol(("star", rest)), rest)]
            variables[parameter.name] = allocate(m, state, DictRecord((*items, *others), rest is None))
        elif positional and parameter.kind != "keyword_only":
            variables[parameter.name] = follow(parameter, default, positional.pop(0))
        elif parameter.name in keywords:
            variables[parameter.name] = follow(parameter, default, keywords.pop(parameter.name))
        elif (
            (source := spread if opaque is None or default is not None else opaque) is not None
            and parameter.kind != "keyword_only"
            and (item := _item_of(m, state, source, parameter.name)) is not None
        ):
            variables[parameter.name] = item
        elif default is None or spread is not None or rest is not None:
            variables[parameter.name] = _name_unknown(function, parameter, default)
        else:
            variables[parameter.name] = default
    return variables


def with_defaults(function: FunctionValue) -> Iterable[tuple[Parameter, Value | None]]:
    """The formal parameters of a function, each with its default value, if it has one."""
    parameters = function.function.parameters
    return zip(parameters, function.defaults or (None,) * len(parameters), strict=True)


def _spread_tensor(state: State, request: CallRequest) -> Value | None:
    """What a call spreads, if that is an opaque result, which stands for the first of its parts (`f(x, *encoder(x))`)."""
    last = request.positional[-1] if request.positional else NONE
    record = state.tensor(last)
    if record is None or not record.opaque:
        return None
    given = [argument for argument in request.instruction.arguments if argument.keyword is None and argument.stars < 2]
    return last if given and given[-1].stars == 1 else None


def _collect(m: Analysis, state: State, given: tuple[Value, ...], spread: Value | None, name: str) -> Value:
    """The value of `*rest`: what is left, and what was spread of an unknown value (`f(*model.losses)`)."""
    item = None if spread is None else _item_of(m, state, spread, name)
    if item is None:
        return Tuple(given)
    return allocate(m, state, ListRecord((*given, item), exact=False, partial=True))


def _item_of(m: Analysis, state: State, spread: Value, name: str) -> Value | None:
    """What a parameter gets of the value that a call spreads: an item, at a place that is not known."""
    place = Symbol(("spread", name), plain=True)
    record = state.record(spread)
    if (tensor := state.tensor(spread)) is not None:
        return derived(m, state, tensor, spread, place)
    if isinstance(spread, Symbol):
        return Symbol(("item", spread.key, place), spread.plain)
    return any_graph_in(m, state, record.items) if isinstance(record, ListRecord) else None


def _is_star(value: Value) -> bool:
    return isinstance(value, Symbol) and value.key[0] == "star"


def _name_unknown(function: FunctionValue, parameter: Parameter, default: Value | None) -> Symbol:
    """What a parameter perhaps gets of the unknown values that a call spreads."""
    return Symbol(("parameter", function.function.qualname, parameter.name), gets_number(function, parameter, default))


def gets_number(function: FunctionValue, parameter: Parameter, default: Value | None) -> bool:
    """Is what a parameter gets a number or a word, as its default is (`scale=0.1`), and what a test is given of literals? Zero is
    where sums of losses begin, but for options of a constructor."""
    if parameter.literal or not isinstance(default, Known) or type(default.value) not in (int, float):
        return parameter.literal
    return default.value != 0 or function.function.name == "__init__"
