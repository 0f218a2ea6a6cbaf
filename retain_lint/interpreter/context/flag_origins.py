"""Where a flag was written: a True among a call's arguments, followed to the engine call that it is handed on to. Floor 3.

A wrapper around backward() retains for some of its callers and not for others: the flag is judged where it is written.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from retain_lint.domain.call_site import written_value
from retain_lint.domain.value import BoundMethod, FunctionValue, Known, Origin, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.ir.model import Argument, Call, Function, Parameter
from retain_lint.ir.operands import reads, writes
from retain_lint.ir.walk import instructions_of


def note_literal(m: Analysis, function: Value, call: Call, argument: Argument, value: Value) -> Value:
    """The value of an argument; a True that is written there, for a function of the project, knows where."""
    if not isinstance(value, Known) or value.value is not True or value.origin is not None:
        return value
    if not isinstance(function, (FunctionValue, BoundMethod)):
        return value
    written = written_value(m.source.slice(argument.span), argument.keyword) == "True"
    return Known(True, Origin(call, argument, m.context.module)) if written else value


def follow_flag(function: Function, parameter: Parameter, default: Value | None, value: Value) -> Value:
    """A value given to a parameter: a flag keeps its origin if the parameter is only handed on. The first one that has a
    name says what holds without the flag."""
    origin = value.origin if isinstance(value, Known) else None
    if origin is None or not isinstance(value, Known):
        return value
    if not _is_only_handed_on(function, parameter):
        return Known(value.value)
    if origin.optional is None and not _stars(parameter):
        optional = isinstance(default, Known) and not default.value
        return Known(value.value, replace(origin, optional=optional))
    return value


def _stars(parameter: Parameter) -> int:
    return {"star": 1, "double_star": 2}.get(parameter.kind, 0)


@lru_cache(maxsize=256)
def _is_only_handed_on(function: Function, parameter: Parameter) -> bool:
    """Is it read as an argument and nowhere else, `*args` as `*args`?"""
    name, stars = parameter.name, _stars(parameter)
    for instruction in instructions_of(function.body):
        arguments = instruction.arguments if isinstance(instruction, Call) else ()
        handed = sum(argument.value == name and argument.stars == stars for argument in arguments)
        if list(reads(instruction)).count(name) > handed or name in writes(instruction):
            return False
    return True


def note_flag(m: Analysis, call: Call, flag: Value | None) -> None:
    """Where the flag of an engine call was written, if not there. What comes of several places is told at the call."""
    origin = flag.origin if isinstance(flag, Known) else None
    origin = None if origin is None or origin.call is call else origin
    site = m.site(call)
    if m.ledger.origins.setdefault(site, origin) != origin:
        m.ledger.origins[site] = None
