"""What a program stores in data that cannot be seen (a batch, what a helper made): a tensor from then on hangs on the graphs
stored in it, and a list or an array of objects may give them out. Floor 3."""

from __future__ import annotations

from retain_lint.domain.heap import TensorRecord
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.state import State
from retain_lint.domain.value import Index, Known, Linear, Slice, Symbol, Tuple, Value
from retain_lint.interpreter.machine import Machine
from retain_lint.interpreter.operations import write_item
from retain_lint.interpreter.tensors import graph_operands, materialise
from retain_lint.source import Span


def write_data(m: Machine, state: State, value: Symbol, index: Value, source: Value | None, span: Span) -> None:
    """value[index] = source, where the value is data: only a tensor takes a graph in a slice or under a mask."""
    held = {} if source is None else {part.node: part.requires_grad for part in graph_operands(m, state, [source])}
    if not value.plain or not held or isinstance(index, Known) and isinstance(index.value, str):
        return
    if source is not None and state.tensor(source) is not None and _is_of_tensors(index):
        write_item(m, state, value, True, source, span)
        return
    address, record = materialise(m, state, value) or (0, None)
    if isinstance(record, TensorRecord):
        parts = tuple(sorted({node for node in (record.node, *held) if node is not None}))
        node = m.graph.add_choice(parts, Ternary.MAYBE)
        state.update_tensor(address, record, node=node, requires_grad=Ternary.MAYBE)


def _is_of_tensors(index: Value) -> bool:
    """Slices and several numbers; lists take no mask, and a single number may be the place of an object."""
    if isinstance(index, Tuple):
        return not all(isinstance(item, (Known, Index, Linear)) for item in index.items)
    return isinstance(index, Slice) or isinstance(index, Symbol) and index.key[0] == "mask"
