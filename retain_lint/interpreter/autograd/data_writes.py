"""What a program stores in data that cannot be seen (a batch, what a helper made): a tensor from then on hangs on the graphs
stored in it, and a list or an array of objects may give them out. Floor 3."""

from __future__ import annotations

from retain_lint.domain.heap import TensorRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import Index, Known, Linear, Slice, Symbol, Tuple, Value
from retain_lint.interpreter.autograd.operations import write_item
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.heap.tensors import graph_operands, materialise, weaken
from retain_lint.source import Span


def write_data(m: Analysis, state: State, value: Symbol, index: Value, source: Value | None, span: Span) -> None:
    """value[index] = source, where the value is data: only a tensor takes a graph in a slice or under a mask."""
    found = [] if source is None else graph_operands(m, state, [source])
    held = {part.node for part in found if part.node is not None}
    if not value.plain or not held or isinstance(index, Known) and isinstance(index.value, str):
        return
    if source is not None and state.tensor(source) is not None and _is_of_tensors(index):
        write_item(m, state, value, True, source, span)
        return
    address, record = materialise(m, state, value) or (0, None)
    if isinstance(record, TensorRecord):
        weaken(m, state, address, record, held)


def _is_of_tensors(index: Value) -> bool:
    """Slices and several numbers; lists take no mask, and a single number may be the place of an object."""
    if isinstance(index, Tuple):
        return not all(isinstance(item, (Known, Index, Linear)) for item in index.items)
    return isinstance(index, Slice) or isinstance(index, Symbol) and index.key[0] == "mask"
