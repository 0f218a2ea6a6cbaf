"""What the text of a function says about its names, calls and writes, whatever values it runs on. Floor 1."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Literal, NamedTuple

from retain_lint.ir.fresh_values import RESULT, fresh_registers, given_registers, origins_of
from retain_lint.ir.library_uses import find_library_registers
from retain_lint.ir.model import (
    Call,
    Copy,
    Function,
    GetAttr,
    Import,
    ImportFrom,
    Instruction,
    LoadGlobal,
    MakeClass,
    MakeFunction,
    Raise,
    Return,
    SetAttr,
    SetItem,
    StoreFree,
    StoreGlobal,
    Structured,
    Yield,
)
from retain_lint.ir.operands import reads, writes
from retain_lint.ir.walk import instructions_of
from retain_lint.torch_api.vocabulary import FILLERS, MUTATORS

_DEFINITIONS = (Import, ImportFrom, MakeClass, MakeFunction)


class Called(NamedTuple):
    """How a function calls something: by an attribute, by a variable of a file or a builtin (also as it is called there), by
    another variable; RESULT for the result of a call. `passed`: how many arguments, None: any number."""

    kind: Literal["member", "global", "name"]
    names: frozenset[str]
    passed: int | None


@dataclass(frozen=True, slots=True)
class Traits:
    """`calls`: what it calls; `objects`: names that hold objects (parameters, variables, attributes that are set), `members`:
    the attributes among them, `stored_globals`: and variables of the file; `handed`: names loaded to be handed on, stored or
    returned, not to be called on the spot; `decorated`: the like that a decorator takes, with the decorator's name; `loud`:
    the function itself writes to something that outlives it, or ends or suspends the run; `loud_made`: of a constructor,
    whether it does so when it makes a new object; `loud_beyond`: other than to attributes of its own object (`keeps`), by the
    mode of a module or by an exception; `sets_mode`: it sets such a mode, and not back; `returns`: it returns a value;
    `branches`: it has branches or loops; `passes_on`: a call, of whose result nothing is made, is given one of its parameters
    as such, as a callback is the trainer."""

    calls: frozenset[Called]
    objects: frozenset[str]
    members: frozenset[str]
    stored_globals: frozenset[str]
    handed: frozenset[str]
    decorated: frozenset[tuple[str, str]]
    loud: bool
    loud_made: bool
    loud_beyond: bool
    keeps: frozenset[str]
    sets_mode: bool
    returns: bool
    branches: bool
    passes_on: bool


def traits_of(function: Function) -> Traits:
    """Reads them off a function's instructions."""
    body = tuple(instructions_of(function.body))
    origins = origins_of(body)
    handed, decorated = _handed_names(function, body, origins)
    own, held = _own_object(function), _hold(function, body, origins)
    return Traits(
        frozenset(_calls(body, origins)),
        frozenset(_object_names(function, body)),
        frozenset(_member_names(function, body)),
        frozenset(_stored_globals(function, body)),
        handed,
        decorated,
        _is_loud(function, body, held, frozenset()),
        _is_loud(function, body, held, own if function.name == "__init__" else frozenset()),
        _is_loud(function, body, held, own, lasting=True),
        frozenset(i.name for i in body if isinstance(i, SetAttr) and i.object in own),
        _sets_mode(body),
        any(isinstance(i, Return) and i.value is not None for i in body),
        any(isinstance(instruction, Structured) for instruction in body),
        _passes_on(function, body),
    )


def _passes_on(function: Function, body: Sequence[Instruction]) -> bool:
    parameters = {parameter.name for parameter in function.parameters}
    calls = (i for i in body if isinstance(i, Call) and not i.used)
    return any(argument.value in parameters for call in calls for argument in call.arguments)


def most_arguments(function: Function) -> int | None:
    """How many arguments a call of it can pass, without the object of a method; None: any number."""
    kinds = [parameter.kind for parameter in function.parameters]
    bound = function.class_name is not None
    return None if "star" in kinds or "double_star" in kinds else len(kinds) - bound


def _calls(body: Sequence[Instruction], origins: Mapping[str, str]) -> Iterator[Called]:
    loads = {i.target: i for i in body if isinstance(i, (GetAttr, LoadGlobal))}
    library = find_library_registers(body)
    for call in body:
        if not isinstance(call, Call) or call.function in library:
            continue
        count = None if any(argument.stars for argument in call.arguments) else len(call.arguments)
        load = loads.get(call.function)
        if isinstance(load, LoadGlobal):
            yield Called("global", frozenset((load.name, *load.origins)), count)
        elif load is not None:
            yield Called("member", frozenset({load.name}), count)
        else:
            name = origins.get(call.function, RESULT)
            yield Called("name", frozenset({RESULT if name.endswith(RESULT) else name}), count)


def _handed_names(
    function: Function, body: Sequence[Instruction], origins: dict[str, str]
) -> tuple[frozenset[str], frozenset[tuple[str, str]]]:
    handed: set[str] = set()
    decorated: set[tuple[str, str]] = set()
    for instruction in body:
        if isinstance(instruction, Call):
            names = {origins[a.value] for a in instruction.arguments if a.value in origins}
            if _decorates(function, instruction):
                decorator = origins.get(instruction.function, "").removesuffix(RESULT)
                decorated |= {(name, decorator) for name in names}
            else:
                handed |= names
        elif not isinstance(instruction, GetAttr):
            handed |= {origins[register] for register in reads(instruction) if register in origins}
    return frozenset(handed), frozenset(decorated)


def _decorates(function: Function, call: Call) -> bool:
    """A decorator of a module or class: what is decorated goes on under its own name."""
    return function.kind in ("module", "class") and any(argument.span == call.span for argument in call.arguments)


def _object_names(function: Function, body: Sequence[Instruction]) -> Iterator[str]:
    yield from (parameter.name for parameter in function.parameters)
    for instruction in body:
        if isinstance(instruction, SetAttr):
            yield instruction.name
        elif not isinstance(instruction, _DEFINITIONS):
            yield from (name for name in writes(instruction) if not name.startswith("%"))


def _member_names(function: Function, body: Sequence[Instruction]) -> Iterator[str]:
    """The attributes that it sets; the body of a class sets its own."""
    for instruction in body:
        if isinstance(instruction, SetAttr):
            yield instruction.name
        elif isinstance(instruction, MakeClass):
            yield from instruction.fields
        elif function.kind == "class" and not isinstance(instruction, _DEFINITIONS):
            yield from (name for name in writes(instruction) if not name.startswith("%"))


def _stored_globals(function: Function, body: Sequence[Instruction]) -> Iterator[str]:
    """The variables of its file that it sets; functions, classes and imported names are none, but under another name what is
    imported may be one."""
    for instruction in body:
        if isinstance(instruction, StoreGlobal):
            yield instruction.name
        elif isinstance(instruction, ImportFrom) and instruction.name != instruction.target:
            yield instruction.target
        elif function.kind == "module" and not isinstance(instruction, _DEFINITIONS):
            yield from (name for name in writes(instruction) if not name.startswith("%"))


def _own_object(function: Function) -> frozenset[str]:
    """The object that a method is called on; of a constructor, what nobody else has seen yet."""
    return frozenset(parameter.name for parameter in function.parameters[:1] if function.class_name is not None)


class _Held(NamedTuple):
    """Registers that hold what a function has made itself (`fresh`), and what others may have given it; `origins`: the names
    that registers were loaded from."""

    fresh: frozenset[str]
    given: Set[str]
    origins: Mapping[str, str]


def _hold(function: Function, body: Sequence[Instruction], origins: Mapping[str, str]) -> _Held:
    return _Held(fresh_registers(function, body), given_registers(body, origins), origins)


def _is_loud(
    function: Function, body: Sequence[Instruction], held: _Held, own: frozenset[str], lasting: bool = False
) -> bool:
    """`own`: registers of objects whose attributes do not count; `lasting`: nor do modes and an exception at the end."""
    if (
        (not lasting and _sets_mode(body))
        or function.is_generator
        or function.is_async
        or function.kind in ("class", "module")
    ):
        return True
    if not lasting and any(isinstance(instruction, Raise) for instruction in function.body.instructions):
        return True
    fresh = held.fresh | own if function.name == "__init__" else held.fresh
    if any(_constructs_again(instruction, function) for instruction in body):
        return True
    if lasting and function.name != "__init__" and _writes_elsewhere(body, held.origins):
        return True
    return any(_writes(instruction, fresh, own) or _fills(instruction, held.given) for instruction in body)


def _writes_elsewhere(body: Sequence[Instruction], origins: Mapping[str, str]) -> bool:
    """Is an operation asked to write into a tensor that is there? A layer that is made so is, when it is called."""
    asked = [i for i in body if isinstance(i, Call) and any(a.keyword in ("inplace", "out") for a in i.arguments)]
    if not asked:
        return False
    layers = {call.target for call in asked if origins.get(call.function, "")[:1].isupper()}
    called = {i.function for i in body if isinstance(i, Call)}
    named = {i.target for i in body if isinstance(i, Copy) and i.source in layers}
    return len(layers) < len(asked) or not called.isdisjoint(layers | named)


def _sets_mode(body: Sequence[Instruction]) -> bool:
    """Is the mode of a module set, and not set back?"""
    return len({i.name for i in body if isinstance(i, GetAttr)} & {"train", "eval"}) == 1


def _constructs_again(instruction: Instruction, function: Function) -> bool:
    """Is the constructor of an object named that is there already, other than by a constructor for its bases?"""
    return isinstance(instruction, GetAttr) and instruction.name == "__init__" and function.name != "__init__"


def _fills(instruction: Instruction, given: Set[str]) -> bool:
    return isinstance(instruction, GetAttr) and instruction.name in FILLERS and instruction.object in given


def _writes(instruction: Instruction, fresh: frozenset[str], own: frozenset[str]) -> bool:
    if isinstance(instruction, SetAttr):
        return instruction.object not in own
    if isinstance(instruction, (StoreGlobal, StoreFree, MakeClass, Yield)):
        return True
    if isinstance(instruction, LoadGlobal):
        return instruction.name in ("setattr", "delattr")
    if isinstance(instruction, MakeFunction):
        inner = tuple(instructions_of(instruction.function.body))
        return _is_loud(instruction.function, inner, _hold(instruction.function, inner, origins_of(inner)), frozenset())
    if isinstance(instruction, SetItem):
        return instruction.object not in fresh
    if isinstance(instruction, GetAttr) and instruction.object not in fresh:
        in_place = instruction.name.endswith("_") and not instruction.name.startswith("_")
        return in_place or instruction.name in MUTATORS
    return False
