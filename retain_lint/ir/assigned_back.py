"""Calls whose results are assigned to the variables and attributes that were their arguments. Floor 1."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from retain_lint.ir.model import Call, Copy, Function, GetAttr, Instruction, LoadGlobal, SetAttr, StoreGlobal, Unpack
from retain_lint.ir.operands import writes
from retain_lint.ir.walk import instructions_of

#: a variable by its name, an attribute by that of its object and its own; None for anything else
Place = tuple[object, ...] | None


@dataclass(frozen=True, slots=True)
class AssignedBack:
    """Which of its arguments each result of a call takes the place of, None for none. `several`: the results are unpacked. `whole`:
    all do, in order, as in `net, self.optimizer = f(net, optimizer=self.optimizer)`."""

    arguments: tuple[int | None, ...]
    several: bool
    whole: bool


def find_assigned_back(function: Function) -> dict[int, AssignedBack]:
    """The calls in a function, by identity, of which a result takes the place of an argument."""
    body = tuple(instructions_of(function.body))
    made: dict[str, Instruction] = {}
    found: dict[int, AssignedBack] = {}
    for position, call in enumerate(body):
        if isinstance(call, Call) and call.arguments:
            given = [None if argument.stars else _loaded(argument.value, made) for argument in call.arguments]
            taken = _taken(call.target, body[position + 1 :])
            if not set(given).isdisjoint(taken):
                places = tuple(given.index(place) if place in given else None for place in taken)
                found[id(call)] = AssignedBack(places, len(taken) > 1, len(given) > 1 and given == taken)
        made.update(dict.fromkeys(writes(call), call))
    return found


def _taken(register: str, rest: Sequence[Instruction]) -> list[Place]:
    """The places that take the results of a call, of which only named ones are looked for right behind it."""
    unpack = rest[0] if rest else None
    if isinstance(unpack, Unpack) and unpack.source == register and unpack.star is None:
        stores = rest[1 : 1 + len(unpack.targets)]
        return [next(_stored(target, stores), ("nowhere",)) for target in unpack.targets]
    return [next(_stored(register, rest[:1]), ("nowhere",))]


def _loaded(register: str, made: Mapping[str, Instruction]) -> Place:
    """The place that a register was loaded from."""
    instruction = made.get(register)
    if not register.startswith("%"):
        return ("name", register)
    if isinstance(instruction, LoadGlobal):
        return ("name", instruction.name)
    return ("attribute", instruction.object, instruction.name) if isinstance(instruction, GetAttr) else None


def _stored(register: str, stores: Sequence[Instruction]) -> Iterator[Place]:
    """The place that takes a result."""
    if not register.startswith("%"):
        yield ("name", register)
    for store in stores:
        if isinstance(store, (Copy, SetAttr, StoreGlobal)) and store.source == register:
            if isinstance(store, SetAttr):
                yield ("attribute", store.object, store.name)
            else:
                yield ("name", store.target if isinstance(store, Copy) else store.name)
