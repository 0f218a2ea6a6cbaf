"""Registers that hold what a function itself has made, read off its text: who writes to that leaves no trace. Floor 1."""

from __future__ import annotations

import builtins
from collections import defaultdict
from collections.abc import Mapping, Sequence, Set

from retain_lint.ir.model import (
    Append,
    Build,
    Call,
    Copy,
    Function,
    GetAttr,
    GetItem,
    Instruction,
    LoadFree,
    LoadGlobal,
    MakeFunction,
    SetItem,
)
from retain_lint.torch_api.vocabulary import FILLERS, MAKERS

#: what is called is the result of a call
RESULT = "()"
#: modules whose functions never give out a container that was there
_COMPUTING = frozenset({"np", "numpy", "torch"})
_Sources = Mapping[str, Sequence[Instruction]]


def origins_of(body: Sequence[Instruction]) -> dict[str, str]:
    """The names that registers are loaded from, or under which functions are made."""
    origins: dict[str, str] = {}
    for instruction in body:
        if isinstance(instruction, (GetAttr, LoadGlobal, LoadFree)):
            origins[instruction.target] = instruction.name
        elif isinstance(instruction, MakeFunction):
            origins[instruction.target] = instruction.function.name
        elif isinstance(instruction, Call) and instruction.function in origins:
            origins[instruction.target] = f"{origins[instruction.function]}{RESULT}"
    return origins


def given_registers(body: Sequence[Instruction], origins: Mapping[str, str]) -> Set[str]:
    """Registers that may hold a container which was there before, as a function or method has given it out."""
    computing = _computing_functions(body)
    given: set[str] = set()
    for instruction in body:
        if isinstance(instruction, Copy) and instruction.source in given:
            given.add(instruction.target)
        if isinstance(instruction, Call) and instruction.function not in computing:
            name = origins.get(instruction.function, "")
            known = name in MAKERS or hasattr(builtins, name) and name not in ("getattr", "vars")
            if name and not name[0].isupper() and not known:
                given.add(instruction.target)
    return given


def _computing_functions(body: Sequence[Instruction]) -> set[str]:
    """Registers that hold functions of libraries that compute."""
    modules = {i.target for i in body if isinstance(i, LoadGlobal) and i.name in _COMPUTING}
    return {i.target for i in body if isinstance(i, GetAttr) and i.object in modules}


def fresh_registers(function: Function, body: Sequence[Instruction]) -> frozenset[str]:
    """Registers that only ever hold what the function itself made, a copy of such a register, or an item of a container into
    which it put nothing else."""
    sources: dict[str, list[Instruction]] = defaultdict(list)
    for instruction in body:
        target = getattr(instruction, "target", None)
        if isinstance(target, str):
            sources[target].append(instruction)
    made = {name for name, found in sources.items() if all(isinstance(i, (Build, Call)) for i in found)}
    fresh = {
        name
        for name, found in sources.items()
        if all(isinstance(i, (Build, Call)) or isinstance(i, Copy) and i.source in made for i in found)
    }
    fresh -= {parameter.name for parameter in function.parameters}
    filled = _filled_freshly(body, sources, fresh)
    items = (i.target for i in body if isinstance(i, GetItem) and i.object in filled and len(sources[i.target]) == 1)
    return frozenset(fresh.union(items))


def _filled_freshly(body: Sequence[Instruction], sources: _Sources, fresh: Set[str]) -> set[str]:
    """The fresh containers all of whose items were built here, or computed by a library."""
    computing = _computing_functions(body)
    new = {
        name
        for name in fresh
        if all(isinstance(i, Build) or isinstance(i, Call) and i.function in computing for i in sources[name])
    }
    mixed = {i.object for i in body if isinstance(i, (SetItem, Append)) and i.source not in new}
    mixed |= {i.object for i in body if isinstance(i, GetAttr) and i.name in FILLERS}
    plain = {name for name in fresh - mixed if all(_builds_of(i, new) for i in sources[name])}
    return {name for name in fresh - mixed if all(_builds_of(i, new, plain) for i in sources[name])}


def _builds_of(instruction: Instruction, new: Set[str], plain: Set[str] = frozenset()) -> bool:
    """Is it a display of new items alone, or the name of a container with no others?"""
    if isinstance(instruction, Copy):
        return instruction.source in plain
    return isinstance(instruction, Build) and all(e.value in new and not e.starred for e in instruction.elements)
