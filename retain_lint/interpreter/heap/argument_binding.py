"""Binding of a call's arguments to a function's parameters. Floor 3."""

from __future__ import annotations

from functools import partial

from retain_lint.domain.heap import DictRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import FunctionValue, Known, Symbol, Tuple, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.flag_origins import follow_flag
from retain_lint.interpreter.heap.objects import allocate
from retain_lint.ir.model import Parameter


def bind_parameters(m: Analysis, state: State, function: FunctionValue, request: CallRequest) -> dict[str, Value]:
    """The frame's first registers. What the call leaves open is unknown, unless it has a default."""
    variables: dict[str, Value] = {}
    keywords = dict(request.keywords)
    rest = keywords.pop("**", None)
    positional = list(request.positional)
    defaults = function.defaults or (None,) * len(function.function.parameters)
    follow = partial(follow_flag, function.function)
    spread = positional.pop() if positional and _is_star(positional[-1]) else None
    for parameter, default in zip(function.function.parameters, defaults, strict=True):
        if parameter.kind == "star":
            variables[parameter.name] = Tuple(tuple(follow(parameter, None, value) for value in positional))
            positional = []
        elif parameter.kind == "double_star":
            items = [(Known(name), follow(parameter, None, value)) for name, value in keywords.items()]
            others = [] if rest is None or state.tensor(rest) is None else [(Symbol(("star", rest)), rest)]
            variables[parameter.name] = allocate(m, state, DictRecord((*items, *others), rest is None))
        elif positional and parameter.kind != "keyword_only":
            variables[parameter.name] = follow(parameter, default, positional.pop(0))
        elif parameter.name in keywords:
            variables[parameter.name] = follow(parameter, default, keywords.pop(parameter.name))
        else:
            unknown = spread is not None or rest is not None
            variables[parameter.name] = _default(function, parameter, None if unknown else default)
    return variables


def _is_star(value: Value) -> bool:
    return isinstance(value, Symbol) and value.key[0] == "star"


def _default(function: FunctionValue, parameter: Parameter, default: Value | None) -> Value:
    if default is not None:
        return default
    return Symbol(("parameter", function.function.qualname, parameter.name))
