"""What unseen code returned may be a tensor or a sequence of them: how it is sliced and used can tell. Floor 3.

A slice of a sequence is a sequence: one that an operation takes as a tensor was cut from a tensor, and hangs on its graph.
"""

from __future__ import annotations

from collections.abc import Iterable

from retain_lint.domain.autograd_graph import PART
from retain_lint.domain.state import State
from retain_lint.domain.value import Known, Ref, Slice, Tuple, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.heap.known_records import address_of
from retain_lint.torch_api.spec import OpSpec

#: parameters that are given a tensor, if no number
_TENSORS = frozenset({"self", "input", "other", "target"})
#: names of operations that lists have as methods too
_OF_LISTS = frozenset({"sort"})


def note_tensors(m: Analysis, state: State, spec: OpSpec, positional: Iterable[Value]) -> None:
    """An operation takes these arguments."""
    if spec.name.rpartition(".")[2] in _OF_LISTS:
        return
    for name, value in zip(spec.parameters, positional, strict=False):
        if name in _TENSORS and name not in spec.sequences and _slice_of(state, value) is not None:
            note_tensor(m, state, value)


def note_tensor(m: Analysis, state: State, value: Value) -> None:
    """On this path the value is a tensor; and so is what it was sliced out of."""
    record, whole = state.tensor(value), _slice_of(state, value)
    address = address_of(state, value)
    if record is None or not record.opaque or address is None:
        return
    node = record.node
    if whole is not None:
        note_tensor(m, state, whole)
        node = m.graph[node].inputs[0] if node is not None and m.graph[node].op == PART else node
    state.update_tensor(address, record, node=node, opaque=False)


def only_tensors_take(index: Value) -> bool:
    """`[:, 0]`, `[..., 1]`, `[None]`: nothing else that holds tensors is indexed so."""
    if isinstance(index, Tuple):
        return any(isinstance(part, Slice) or only_tensors_take(part) for part in index.items)
    return isinstance(index, Known) and (index.value is None or index.value is Ellipsis)


def _slice_of(state: State, value: Value) -> Value | None:
    """What the value is a slice of, if it was cut out of what unseen code returned."""
    found = state.parts.get(value.address) if isinstance(value, Ref) else None
    return found[0] if found is not None and isinstance(found[1], Slice) else None
