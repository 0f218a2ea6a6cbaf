"""Which variables the code behind a branch reads for certain, before it writes them. Floor 1."""

from __future__ import annotations

from retain_lint.ir.model import Block, Break, Continue, If, Raise, Register, Return, Structured, With
from retain_lint.ir.operands import reads, writes
from retain_lint.ir.walk import inner_blocks

_NONE: frozenset[Register] = frozenset()
_JUMPS = (Return, Raise, Break, Continue)


def find_certain_reads(body: Block) -> dict[int, frozenset[Register]]:
    """By the identity of each `if` of a function: the registers that are read on all ways on from it, as far as these are
    straight. Under-approximate: nothing is known of what stands behind a loop or a `try`."""
    found: dict[int, frozenset[Register]] = {}
    _read_before(body, _NONE, found)
    return found


def _read_before(
    block: Block, behind: frozenset[Register], found: dict[int, frozenset[Register]]
) -> frozenset[Register]:
    """What is read for certain from the start of a block on, by what is behind it."""
    for i in reversed(block.instructions):
        if isinstance(i, If):
            found[id(i)] = behind
            arms = [_read_before(arm, behind, found) for arm in (i.then, i.orelse)]
            behind = arms[0] & arms[1] | {i.condition}
        elif isinstance(i, With):
            behind = _read_before(i.body, behind, found) - {i.target} | {i.context}
        elif isinstance(i, Structured):
            for inner in inner_blocks(i):
                _read_before(inner, _NONE, found)
            behind = _NONE
        else:
            behind = (_NONE if isinstance(i, _JUMPS) else behind.difference(writes(i))).union(reads(i))
    return behind
