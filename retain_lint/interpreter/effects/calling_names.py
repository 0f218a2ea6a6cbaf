"""The names by which code calls, and those by which a function is called. Floor 3.

A module's mode is set by `net.train()`, and training scripts define a function of that name: calls of attributes with at most the
mode have names of their own, and mean no function that takes more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

from retain_lint.ir.library_uses import find_library_registers
from retain_lint.ir.model import (
    Block,
    Build,
    Call,
    Copy,
    Function,
    GetAttr,
    Import,
    ImportFrom,
    Instruction,
    LoadFree,
    LoadGlobal,
    Register,
    StoreFree,
    StoreGlobal,
)
from retain_lint.ir.tested_types import find_tested_types
from retain_lint.ir.walk import instructions_of
from retain_lint.torch_api.vocabulary import ENVIRONMENT, LIFETIME_WORDS

#: methods that the name of a class stands for
_BY_CLASS = frozenset({"__init__", "__enter__", "__exit__", "__aenter__", "__aexit__"})
_TRAIN = "train"
#: what a call that may set a mode has for a name: on something local or an attribute of it, and on what may be a file
_OF_OBJECT, _OF_ANYTHING = ".train", "module.train"
#: the names that calls of a module's `train` may have
TRAIN_NAMES = frozenset({_TRAIN, _OF_OBJECT, _OF_ANYTHING})


def called_as(function: Function) -> str:
    """The name by which a function is called: by its class's, if that is what a call or a `with` mentions."""
    return function.class_name or function.name if function.name in _BY_CLASS else function.name


def names_of(function: Function) -> tuple[str, ...]:
    """That name, and those of the calls of attributes that pass so few arguments that they mean a mode, if they may mean it."""
    name = called_as(function)
    if name != _TRAIN or _needed(function) > 1:
        return (name,)
    return (name, _OF_ANYTHING) if function.class_name is None else (name, _OF_OBJECT, _OF_ANYTHING)


def is_called_by(function: Function, names: Set[str]) -> bool:
    """May a function be meant by one of the names?"""
    return not names.isdisjoint(names_of(function))


def _needed(function: Function) -> int:
    """How many arguments every call of it passes, without the object of a method."""
    needed = [p for p in function.parameters if p.default is None and p.kind not in ("star", "double_star")]
    return len(needed) - (function.class_name is not None)


def mentioned_names(block: Block) -> Iterator[str]:
    """What a block loads, and calls or hands on; `global` if it writes to variables of others. A step counts only where it
    is called, and not on an environment, which moves no optimiser; `requires_grad` not where it is only read; what is called of a
    data library is none of the project, and a class that a type test names is not called."""
    origins: dict[str, str] = {}
    instructions = tuple(instructions_of(block))
    calls = {instruction.function: instruction for instruction in instructions if isinstance(instruction, Call)}
    used = calls.keys() | {register for instruction in instructions for register in _handed_on(instruction)}
    library, tested = find_library_registers(instructions), find_tested_types(instructions)
    shared = _shared_registers(instructions)
    for instruction in instructions:
        if isinstance(instruction, (StoreGlobal, StoreFree)):
            yield "global"
        elif isinstance(instruction, (LoadGlobal, LoadFree)):
            origins[instruction.target] = instruction.name
            if instruction.target in tested:
                continue
            yield instruction.name
            if isinstance(instruction, LoadGlobal):
                yield from instruction.origins
        elif isinstance(instruction, GetAttr):
            origins[instruction.target] = instruction.name
            if instruction.object in library:
                continue
            if instruction.name == "step":
                counts = instruction.target in calls and not _is_environment(instruction, origins)
            else:
                loud = instruction.name in LIFETIME_WORDS and instruction.name != "requires_grad"
                counts = loud or instruction.target in used
            if counts:
                yield _name_of(instruction, calls.get(instruction.target), shared)
    yield from calls


def _name_of(attribute: GetAttr, call: Call | None, shared: Set[Register]) -> str:
    """The name of a call of an attribute."""
    if attribute.name != _TRAIN or call is None or len(call.arguments) > 1:
        return attribute.name
    if any(argument.stars or argument.keyword not in (None, "mode") for argument in call.arguments):
        return attribute.name
    return _OF_ANYTHING if attribute.object in shared else _OF_OBJECT


def _shared_registers(instructions: Sequence[Instruction]) -> Set[Register]:
    """What variables of others hold, what is imported, attributes and copies of these: it may be a file of the project."""
    shared: set[Register] = set()
    for instruction in instructions:
        if isinstance(instruction, (Import, ImportFrom, LoadGlobal, LoadFree)):
            shared.add(instruction.target)
        elif isinstance(instruction, GetAttr) and instruction.object in shared:
            shared.add(instruction.target)
        elif isinstance(instruction, Copy) and instruction.source in shared:
            shared.add(instruction.target)
    return shared


def _handed_on(instruction: Instruction) -> list[str]:
    """Registers whose value an instruction passes to where it may be called."""
    if isinstance(instruction, Call):
        return [argument.value for argument in instruction.arguments]
    if isinstance(instruction, Build):
        return [element.value for element in instruction.elements]
    return [instruction.source] if isinstance(instruction, Copy) else []


def _is_environment(instruction: GetAttr, origins: dict[str, str]) -> bool:
    """`env.step`, as environments are called since OpenAI's gym."""
    return ENVIRONMENT in origins.get(instruction.object, instruction.object).lower()
