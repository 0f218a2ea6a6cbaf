"""Which attributes a function may change, by their names: those that it sets, and those of which it does more than look at what
they hold. Floor 1."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import NamedTuple

from retain_lint.ir.fresh_values import origins_of
from retain_lint.ir.model import (
    Binary,
    Build,
    Call,
    Compare,
    GetAttr,
    GetItem,
    If,
    Instruction,
    SetAttr,
    SetItem,
    Unary,
    While,
)
from retain_lint.ir.operands import reads


class ChangedNames(NamedTuple):
    """`set`: names of attributes that are set; `filled`: of variables and attributes of which an item is; `used`: of those that
    are called, handed on, stored or written to, and may be changed so."""

    set: frozenset[str]
    filled: frozenset[str]
    used: frozenset[str]

    @property
    def written(self) -> frozenset[str]:
        """What is set, or has an item set."""
        return self.set | self.filled


def find_changed_names(body: Sequence[Instruction]) -> ChangedNames:
    """Reads them off a function's instructions."""
    origins = origins_of(body)
    called = {i.function for i in body if isinstance(i, Call)}
    using = (i for i in body if not _looks(i, called))
    filled = (origins.get(i.object, i.object) for i in body if isinstance(i, SetItem))
    return ChangedNames(
        frozenset(i.name for i in body if isinstance(i, SetAttr)),
        frozenset(filled),
        frozenset(origins[register] for i in using for register in reads(i) if register in origins),
    )


def _looks(instruction: Instruction, called: Set[str]) -> bool:
    """Does it only look at what it reads? A method may do more to its object."""
    if isinstance(instruction, GetAttr):
        return instruction.target not in called
    if isinstance(instruction, Binary):
        return not instruction.in_place
    text = isinstance(instruction, Build) and instruction.kind == "string"
    return text or isinstance(instruction, (Compare, GetItem, If, Unary, While))
