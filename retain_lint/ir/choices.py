"""Chains of `if` and `elif` of which each arm makes one value and does nothing else. Floor 1."""

from __future__ import annotations

from dataclasses import dataclass

from retain_lint.ir.model import (
    Binary,
    Block,
    Build,
    Call,
    Compare,
    Const,
    Copy,
    GetAttr,
    GetItem,
    If,
    ImportFrom,
    LoadGlobal,
    Raise,
    Register,
    Return,
    Unary,
)
from retain_lint.ir.operands import writes

#: what an arm may do beside making its value
_PLAIN = (Binary, Build, Call, Compare, Const, Copy, GetAttr, GetItem, ImportFrom, LoadGlobal, Unary)
_ENDS = (*_PLAIN, Return)


@dataclass(frozen=True, slots=True)
class Choice:
    """What a chain chooses: `target` holds it in the end, None if it is returned; `makers` are the global names that are called
    for it, of so many `arms`, and `imported` those that the arms import; `others` the variables that arms set besides. Not
    `called`: what is chosen is one of the imported names itself."""

    target: str | None
    makers: frozenset[str]
    arms: int
    others: frozenset[str]
    imported: tuple[ImportFrom, ...] = ()
    called: bool = True


def find_choice(instruction: If) -> Choice | None:
    """The choice that a chain makes by its text; None if it does anything else."""
    arms = _arms(instruction) or []
    imports = [i for arm in arms for i in arm.instructions if isinstance(i, ImportFrom)]
    made = [_made_by(arm) for arm in arms]
    targets = {target for target, _ in made}
    if len(targets) != 1 or not all(call for _, call in made):
        return _find_imported(arms, imports)
    loads = {i.target: i.name for arm in arms for i in arm.instructions if isinstance(i, LoadGlobal)}
    called = {i.function for arm in arms for i in arm.instructions if isinstance(i, Call)}
    given = {i.target for i in imports}
    if not called <= loads.keys() | given or not given <= called:
        return None
    (target,) = targets
    others = {name for arm in arms for i in arm.instructions for name in writes(i) if not name.startswith("%")}
    makers = frozenset(loads[name] for name in called - given)
    return Choice(target, makers, len(arms), frozenset(others - {target}), tuple(imports))


def _find_imported(arms: list[Block], imports: list[ImportFrom]) -> Choice | None:
    """The choice of a name that each arm imports from elsewhere, and does nothing else."""
    targets = {i.target for i in imports}
    if len(targets) != 1 or not all(_imports_once(arm) for arm in arms):
        return None
    return Choice(targets.pop(), frozenset(), len(arms), frozenset(), tuple(imports), called=False)


def _imports_once(arm: Block) -> bool:
    (first, *further) = arm.instructions or (None,)
    return isinstance(first, ImportFrom) and not further


def _arms(instruction: If) -> list[Block] | None:
    """The arms of a chain, the last `else` included unless it raises; None where one does more than to make a value."""
    *asking, last = instruction.orelse.instructions or (None,)
    *making, end = instruction.then.instructions or (None,)
    if not all(isinstance(i, _PLAIN) for i in (*making, *asking)) or not isinstance(end, _ENDS):
        return None
    if isinstance(last, If):
        rest = _arms(last)
        return None if rest is None else [instruction.then, *rest]
    if last is None or isinstance(last, Raise):
        return [instruction.then]
    return [instruction.then, instruction.orelse] if isinstance(last, _ENDS) else None


def _made_by(arm: Block) -> tuple[Register | None, Call | None]:
    """The variable that an arm sets in the end, None if it returns, and the call that makes the value."""
    *before, last = arm.instructions or (None,)
    if isinstance(last, Return):
        call = before[-1] if before else None
        return None, call if isinstance(call, Call) and call.target == last.value else None
    return (last.target, last) if isinstance(last, Call) and not last.target.startswith("%") else (None, None)
