"""Which variables the code behind a branch reads for certain, before it writes them. Floor 1."""

from __future__ import annotations

from retain_lint.ir.model import Block, Break, Const, Continue, If, Raise, Register, Return, Structured, Try, With
from retain_lint.ir.operands import reads, writes
from retain_lint.ir.walk import inner_blocks

_NONE: frozenset[Register] = frozenset()
_JUMPS = (Return, Raise, Break, Continue)


def find_certain_reads(body: Block) -> dict[int, frozenset[Register]]:
    """By the identity of each `if` of a function: the registers that are read on all ways on from it, as far as these are
    straight. Under-approximate: nothing is known of what stands behind a loop, or in a `try` that may catch the error."""
    found: dict[int, frozenset[Register]] = {}
    _read_before(body, _NONE, found)
    return found


def _read_before(
    block: Block, behind: frozenset[Register], found: dict[int, frozenset[Register]]
) -> frozenset[Register]:
    """What is read for certain from the start of a block on, by what is behind it."""
    constants = {i.target: bool(i.value) for i in block.instructions if isinstance(i, Const)}
    for i in reversed(block.instructions):
        if isinstance(i, If):
            found[id(i)] = behind
            then, orelse = _read_before(i.then, behind, found), _read_before(i.orelse, behind, found)
            taken = constants.get(i.condition)
            behind = (then & orelse if taken is None else then if taken else orelse) | {i.condition}
        elif isinstance(i, With):
            behind = _read_before(i.body, behind, found) - {i.target} | {i.context}
        elif isinstance(i, Try) and not i.handlers:
            behind = _read_before(i.body, behind, found)
            _read_before(i.final, _NONE, found)
        elif isinstance(i, Structured):
            for inner in inner_blocks(i):
                _read_before(inner, _NONE, found)
            behind = _NONE
        else:
            behind = (_NONE if isinstance(i, _JUMPS) else behind.difference(writes(i))).union(reads(i))
    return behind
