"""Which optimisers own a leaf, and whether any of them ever steps. Floor 3."""

from __future__ import annotations

from collections.abc import Iterator

from retain_lint.domain.value import Address
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.effects.name_call_graph import functions_seen
from retain_lint.ir.model import Block, Call, GetAttr, LoadFree, LoadGlobal
from retain_lint.ir.walk import instructions_of

#: what else has a step: environments, and schedulers, which step no optimiser
_OTHERS = ("env", "sched")


def owners_of(m: Analysis, leaf: Address) -> set[Address]:
    """The optimisers of a leaf that step, or may do so out of sight: what another one was given is never trained by it."""
    known = m.ledger.owners.get(leaf, set())
    if known.issubset(m.ledger.stepped):
        return known
    if m.ledger.pending_steps is None:
        m.ledger.pending_steps = m.ledger.cut_short or _has_pending_step(m)
    return known if m.ledger.pending_steps else known & m.ledger.stepped


def _has_pending_step(m: Analysis) -> bool:
    """Is there a step in the code of the project that was not run, or is none of an optimiser that was found?"""
    run = {id(m.ledger.sites[number].instruction) for number in m.ledger.steps}
    modules = (loaded.module.body for loaded in m.program.modules.values() if loaded is not None)
    return any(id(call) not in run for code in (*modules, *functions_seen(m)) for call in _steps_in(code.body))


def _steps_in(block: Block) -> Iterator[Call]:
    """The calls of a method `step`."""
    origins: dict[str, str] = {}
    loaded: set[str] = set()
    for instruction in instructions_of(block):
        if isinstance(instruction, (LoadGlobal, LoadFree)):
            origins[instruction.target] = instruction.name
        elif isinstance(instruction, GetAttr):
            holder = origins.get(instruction.object, instruction.object).lower()
            origins[instruction.target] = instruction.name
            if instruction.name == "step" and not any(word in holder for word in _OTHERS):
                loaded.add(instruction.target)
        elif isinstance(instruction, Call) and instruction.function in loaded:
            yield instruction
