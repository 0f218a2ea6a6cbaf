"""Loops that do no more than to set flags of known parameters (`for p in net.parameters(): p.requires_grad = False`). Floor 3.

No iteration of one takes another way than the last, so that none needs a path of its own: a loop over many parameters costs little.
"""

from __future__ import annotations

from retain_lint.domain.heap import TensorRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import Ref, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.heap.iterables import concrete_items
from retain_lint.interpreter.paths.transfer import execute
from retain_lint.ir.model import Const, For, SetAttr

#: in the memo of a loop's body: whether it sets flags alone
_FLAGS = "sets flags"


def set_flags(m: Analysis, state: State, loop: For, number: int, iterable: Value) -> bool:
    """Runs such a loop; false, with nothing done, for any other one."""
    items = concrete_items(state, iterable) if _sets_flags(loop) else None
    if not items or not all(_is_leaf(state, item) for item in items):
        return False
    outer = state.loops
    for position, item in enumerate(items):
        state.loops = (*outer, (number, position))
        state.registers(m.frame)[loop.item] = item
        for instruction in loop.body.instructions:
            m.context.instruction = instruction
            execute(m, state, instruction)
    state.loops = outer
    m.budget.charge(len(items))
    return True


def _sets_flags(loop: For) -> bool:
    if _FLAGS not in loop.body.memo:
        body = loop.body.instructions
        stores = [i for i in body if isinstance(i, SetAttr)]
        simple = len(body) == len(stores) + sum(isinstance(i, Const) for i in body)
        alone = bool(stores) and all(i.object == loop.item and i.name == "requires_grad" for i in stores)
        loop.body.memo[_FLAGS] = simple and alone and not loop.comprehension and not loop.orelse.instructions
    return loop.body.memo[_FLAGS] is True


def _is_leaf(state: State, value: Value) -> bool:
    record = state.get(value.address) if isinstance(value, Ref) else None
    return isinstance(record, TensorRecord) and record.leaf
