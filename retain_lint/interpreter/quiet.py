"""Functions whose call, as a statement, changes nothing that the analysis looks at: reports, plots, evaluations. Floor 3.

Judged by the instructions and, through the names that they mention, by those of every function of that name in the files
seen: a name that any loud function bears is loud.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from retain_lint.interpreter.machine import LoudNames, Machine
from retain_lint.interpreter.reachability import called_as, lifetime_names, names_in
from retain_lint.ir.model import (
    Build,
    Call,
    Copy,
    Function,
    GetAttr,
    LoadFree,
    LoadGlobal,
    MakeClass,
    MakeFunction,
    Raise,
    SetAttr,
    SetItem,
    StoreFree,
    StoreGlobal,
    Yield,
)
from retain_lint.ir.operands import reads
from retain_lint.ir.walk import instructions_of

#: methods that change what they are called on, and calls that end the run
_MUTATORS = frozenset(
    ("append", "extend", "insert", "add", "update", "pop", "popleft", "appendleft", "remove", "discard", "clear")
    + ("setdefault", "put", "push", "add_module", "register_buffer", "register_parameter", "register_hook", "apply")
    + ("load_state_dict", "add_param_group", "setattr", "exit", "_exit", "fit", "learn", "optimize", "data")
)
#: what runs when an object is called
_CALLED = frozenset({"forward", "__call__"})


def is_quiet(m: Machine, function: Function) -> bool:
    """Does a call of the function leave no trace but its result?"""
    key = (id(function), len(m.modules))
    if key not in m.quiet:
        loud, objects, values = _loud_names(m)
        called = _calls(m, function, objects, values)
        m.quiet[key] = not _is_loud(function) and called.isdisjoint(loud | lifetime_names(m))
    return m.quiet[key]


def _loud_names(m: Machine) -> LoudNames:
    """The names of the functions seen that leave a trace, themselves or through a function that they mention; the names
    that hold objects; and the names of functions that are used as values, and may be what an object's name holds."""
    if m.loud_names[0] != len(m.modules):
        functions = [f for loaded in m.modules.values() if loaded is not None for f in loaded.module.functions]
        bodies = [loaded.module.body for loaded in m.modules.values() if loaded is not None]
        known = frozenset(called_as(function) for function in functions)
        # what a forward pass leaves on a module is not waited for; an engine call in it is
        judged = [function for function in functions if function.name not in _CALLED]
        names = {called_as(f) for f in judged if _is_loud(f)} | (lifetime_names(m) & known)
        objects = frozenset(name for function in functions for name in _object_names(function))
        values = frozenset(name for f in (*bodies, *functions) for name in _value_names(f, known))
        pending = [(called_as(f), _calls(m, f, objects, values) & known) for f in judged]
        grown = True
        while grown:
            more = {name for name, mentioned in pending if not names.isdisjoint(mentioned)}
            grown = not more <= names
            names |= more
        m.loud_names = (len(m.modules), (frozenset(names), objects, values))
    return m.loud_names[1]


def _value_names(function: Function, known: frozenset[str]) -> Iterator[str]:
    """Names of functions that are loaded to be handed on, stored or returned, not to be called on the spot."""
    origins = _origins(function)
    for instruction in instructions_of(function.body):
        if isinstance(instruction, GetAttr):
            continue
        used = set(reads(instruction))
        if isinstance(instruction, Call):
            used = {argument.value for argument in instruction.arguments}
            decorator = origins.get(instruction.function, "").removesuffix("()")
            if _decorates(function, instruction) and decorator not in known:
                continue
        yield from (name for register in used if (name := origins.get(register)) in known and name is not None)


def _decorates(function: Function, call: Call) -> bool:
    """A decorator of a module or class: what is decorated goes on under its own name."""
    return function.kind in ("module", "class") and any(argument.span == call.span for argument in call.arguments)


def _origins(function: Function) -> dict[str, str]:
    """The names that registers are loaded from, or under which functions are made."""
    origins: dict[str, str] = {}
    for instruction in instructions_of(function.body):
        if isinstance(instruction, (GetAttr, LoadGlobal, LoadFree)):
            origins[instruction.target] = instruction.name
        elif isinstance(instruction, MakeFunction):
            origins[instruction.target] = instruction.function.name
        elif isinstance(instruction, Call) and instruction.function in origins:
            origins[instruction.target] = f"{origins[instruction.function]}()"
    return origins


def _object_names(function: Function) -> Iterator[str]:
    """Names that hold objects: parameters, variables, attributes that are set."""
    yield from (parameter.name for parameter in function.parameters)
    for instruction in instructions_of(function.body):
        if isinstance(instruction, SetAttr):
            yield instruction.name
        elif isinstance(instruction, Copy) and not instruction.target.startswith("%"):
            yield instruction.target


def _calls(m: Machine, function: Function, objects: frozenset[str], values: frozenset[str]) -> frozenset[str]:
    """The names of what a function may call; calling an object runs what its class says, or the function that it is."""
    origins = _origins(function)
    called = [i.function for i in instructions_of(function.body) if isinstance(i, Call)]
    through_object = any(
        origins.get(register, "()").endswith("()") or origins[register] in objects for register in called
    )
    return names_in(m, function.body) | (_CALLED | values if through_object else frozenset())


def _is_loud(function: Function) -> bool:
    """Does the function itself write to something that outlives it, or end or suspend the run?"""
    modes = {i.name for i in instructions_of(function.body) if isinstance(i, GetAttr)} & {"train", "eval"}
    if len(modes) == 1 or function.is_generator or function.is_async or function.kind in ("class", "module"):
        return True
    if any(isinstance(instruction, Raise) for instruction in function.body.instructions):
        return True
    fresh = _fresh_registers(function)
    return any(_writes(instruction, fresh) for instruction in instructions_of(function.body))


def _writes(instruction: object, fresh: frozenset[str]) -> bool:
    if isinstance(instruction, (SetAttr, StoreGlobal, StoreFree, MakeClass, Yield)):
        return True
    if isinstance(instruction, MakeFunction):
        return _is_loud(instruction.function)
    if isinstance(instruction, SetItem):
        return instruction.object not in fresh
    if isinstance(instruction, GetAttr) and instruction.object not in fresh:
        in_place = instruction.name.endswith("_") and not instruction.name.startswith("_")
        return in_place or instruction.name in _MUTATORS
    return False


def _fresh_registers(function: Function) -> frozenset[str]:
    """Registers that only ever hold what the function itself made."""
    sources: dict[str, list[object]] = defaultdict(list)
    for instruction in instructions_of(function.body):
        target = getattr(instruction, "target", None)
        if isinstance(target, str):
            sources[target].append(instruction)
    given = {parameter.name for parameter in function.parameters}
    made = {name for name, found in sources.items() if all(isinstance(i, (Build, Call)) for i in found)}
    copied = {
        name
        for name, found in sources.items()
        if all(isinstance(i, (Build, Call)) or isinstance(i, Copy) and i.source in made for i in found)
    }
    return frozenset((made | copied) - given)
