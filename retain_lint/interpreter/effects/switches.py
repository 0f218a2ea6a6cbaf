"""Constants by which the author of a script chooses what it runs (`TRAIN = False`, `config.MODEL = MODELS[0]`): which of them keep it
from the calls of the checked file. Floor 3.

The arm that a script does not take today shows as well how a trainer is used. By names: a constant is a switch if the arms of a
branch on it mention other functions that lead to one of the calls, or engine calls of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Set
from pathlib import Path

from retain_lint.interpreter.effects.calling_names import called_as
from retain_lint.interpreter.effects.name_call_graph import names_in, spread
from retain_lint.ir.model import (
    Block,
    Compare,
    Const,
    GetAttr,
    GetItem,
    If,
    Import,
    ImportFrom,
    LoadGlobal,
    Module,
    StoreGlobal,
    Structured,
    Unary,
)
from retain_lint.ir.operands import reads, writes
from retain_lint.ir.walk import inner_blocks, instructions_of
from retain_lint.project.loader import Project
from retain_lint.torch_api.vocabulary import BACKWARD_METHODS


def find_switches(project: Project, file: Path, calls: frozenset[str]) -> list[tuple[str, str]]:
    """The constants that decide whether a script comes to one of these calls, of functions by their names: its own, and those that
    it reads from other files of the project; by file and name."""
    loaded = project.load(file)
    if loaded is None:
        return []
    script = loaded.module
    leading = spread(calls, [(called_as(function), function.mentions) for function in script.functions])
    tested = {name for body in (script.body, *script.functions) for name in _tested_names(body.body, leading)}
    found = {(str(file), name) for name in _constants_of(script) & tested}
    for i in instructions_of(script.body.body) if tested else ():
        if isinstance(i, (Import, ImportFrom)):
            found.update(_imported_constants(project, file, i, tested))
    return sorted(found)


def _imported_constants(
    project: Project, file: Path, i: Import | ImportFrom, tested: Set[str]
) -> Iterator[tuple[str, str]]:
    """The constants among the tested names that an import gives: names of a file, or attributes of one (`config.TRAIN`)."""
    level = i.level if isinstance(i, ImportFrom) else 0
    whole = i.module if isinstance(i, Import) else f"{i.module}.{i.name}".strip(".")
    attributes = {name.removeprefix(f"{i.target}.") for name in tested if name.startswith(f"{i.target}.")}
    yield from _constants_among(project, project.find(str(file), whole, level), attributes)
    if isinstance(i, ImportFrom):
        names = tested if i.name == "*" else {i.name} if i.target in tested else set()
        yield from _constants_among(project, project.find(str(file), i.module, level), names)


def _constants_among(project: Project, file: Path | None, names: Set[str]) -> Iterator[tuple[str, str]]:
    loaded = project.load(file) if file is not None and names else None
    if loaded is not None:
        yield from ((str(file), name) for name in _constants_of(loaded.module) & names)


def _constants_of(script: Module) -> frozenset[str]:
    """The variables that are set only on the top level of the file: once, to a literal or an item, or to a literal each time
    (`flag = 0` before each part of a script)."""
    instructions = script.body.body.instructions
    literals = Counter(i.target for i in instructions if isinstance(i, Const) and not i.target.startswith("%"))
    items = {i.target for i in instructions if isinstance(i, GetItem) and not i.target.startswith("%")}
    written = Counter(name for i in instructions_of(script.body.body) for name in writes(i))
    stored = {i.name for f in script.functions for i in instructions_of(f.body) if isinstance(i, StoreGlobal)}
    once = frozenset(name for name in items - stored if written[name] == 1)
    return once.union(name for name, count in literals.items() if written[name] == count and name not in stored)


def _tested_names(block: Block, leading: frozenset[str]) -> Iterator[str]:
    """The names in tests whose arms mention other leading names."""
    sources: dict[str, tuple[str, ...]] = {}
    for instruction in block.instructions:
        if isinstance(instruction, LoadGlobal):
            sources[instruction.target] = (instruction.name,)
        elif isinstance(instruction, GetAttr):
            holders = sources.get(instruction.object, (instruction.object,))
            sources[instruction.target] = tuple(f"{holder}.{instruction.name}" for holder in holders)
        elif isinstance(instruction, (Unary, Compare)):
            sources[instruction.target] = tuple(n for side in reads(instruction) for n in sources.get(side, (side,)))
        elif isinstance(instruction, If) and _leads_elsewhere(instruction, leading):
            yield from sources.get(instruction.condition, (instruction.condition,))
        if isinstance(instruction, Structured):
            for inner in inner_blocks(instruction):
                yield from _tested_names(inner, leading)


def _leads_elsewhere(branch: If, leading: frozenset[str]) -> bool:
    """Do the arms lead to different calls? Where both run the engine, they do so by calls of their own."""
    then, orelse = (leading & _names_in(arm) for arm in (branch.then, branch.orelse))
    return then != orelse or not BACKWARD_METHODS.isdisjoint(then)


def _names_in(block: Block) -> frozenset[str]:
    """The names that a block mentions, those of imported functions that it stores or hands on as well."""
    return names_in(block).union(name for i in instructions_of(block) for name in reads(i) if not name.startswith("%"))
