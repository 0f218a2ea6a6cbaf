"""Constants by which the author of a script chooses what it runs (`TRAIN = False`): which of them keep it from the calls of the
checked file. Floor 3.

The arm that a script does not take today shows as well how a trainer is used. By names: a constant is a switch if one arm alone
of a branch on it mentions what leads to one of the calls.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from retain_lint.interpreter.effects.name_call_graph import called_as, names_in, spread
from retain_lint.ir.model import (
    Block,
    Compare,
    Const,
    If,
    LoadGlobal,
    Module,
    StoreGlobal,
    Structured,
    Unary,
)
from retain_lint.ir.operands import reads, writes
from retain_lint.ir.walk import inner_blocks, instructions_of


def find_switches(script: Module, calls: frozenset[str]) -> list[str]:
    """The constants of a script that decide whether it comes to one of these calls, of functions by their names."""
    constants = _constants_of(script)
    if not constants:
        return []
    leading = spread(calls, [(called_as(function), function.mentions) for function in script.functions])
    bodies = (script.body, *script.functions)
    return sorted(constants.intersection(name for body in bodies for name in _tested_names(body.body, leading)))


def _constants_of(script: Module) -> frozenset[str]:
    """The variables that are set once, to a literal, on the top level of the file."""
    literals = {
        i.target for i in script.body.body.instructions if isinstance(i, Const) and not i.target.startswith("%")
    }
    written = Counter(name for i in instructions_of(script.body.body) for name in writes(i))
    stored = {i.name for f in script.functions for i in instructions_of(f.body) if isinstance(i, StoreGlobal)}
    return frozenset(name for name in literals - stored if written[name] == 1)


def _tested_names(block: Block, leading: frozenset[str]) -> Iterator[str]:
    """The names in tests of which one arm alone mentions a leading name."""
    sources: dict[str, tuple[str, ...]] = {}
    for instruction in block.instructions:
        if isinstance(instruction, LoadGlobal):
            sources[instruction.target] = (instruction.name,)
        elif isinstance(instruction, (Unary, Compare)):
            sources[instruction.target] = tuple(n for side in reads(instruction) for n in sources.get(side, (side,)))
        elif isinstance(instruction, If) and _leads_one_way(instruction, leading):
            yield from sources.get(instruction.condition, (instruction.condition,))
        if isinstance(instruction, Structured):
            for inner in inner_blocks(instruction):
                yield from _tested_names(inner, leading)


def _leads_one_way(branch: If, leading: frozenset[str]) -> bool:
    return leading.isdisjoint(names_in(branch.then)) != leading.isdisjoint(names_in(branch.orelse))
