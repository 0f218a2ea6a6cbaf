"""What a container holds, as far as it is in sight. Floor 2."""

from __future__ import annotations

from collections.abc import Iterator

from retain_lint.domain.autograd_graph import NodeId
from retain_lint.domain.canonical import is_scalar
from retain_lint.domain.heap import DictRecord, ListRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import Address, Known, Ref, Symbol, Tuple, Value


def graphs_in(state: State, value: Value, seen: frozenset[Address] = frozenset()) -> Iterator[NodeId | None]:
    """The graphs of the tensors in a value, in the tuples, lists and dictionaries of it; None for whatever else it holds,
    which may have graphs of its own."""
    tensor = state.tensor(value)
    if tensor is not None:
        yield from () if tensor.node is None else (tensor.node,)
        return
    if is_plain(value):
        return
    inner = seen | {value.address} if isinstance(value, Ref) else seen
    items = None if inner == seen and isinstance(value, Ref) else _items(state, value)
    if items is None:
        yield None
        return
    for item in items:
        if not _is_taken_out(state, item):
            yield from graphs_in(state, item, inner)


def _is_taken_out(state: State, item: Value) -> bool:
    """An item of an unknown container (a batch of a loader) that nothing was done with: beside tensors it is data."""
    if not isinstance(item, Symbol) or state.tensor(item) is not None:
        return False
    return item.key[0] in ("item", "element") or (item.key[0] == "joined" and len(item.key) == 2)


def _items(state: State, value: Value) -> tuple[Value, ...] | None:
    record = state.record(value)
    if isinstance(value, Tuple):
        return value.items
    if isinstance(record, ListRecord):
        return record.items
    if isinstance(record, DictRecord) and record.exact:
        return tuple(part for pair in record.items for part in pair)
    return None


def is_plain(value: Value) -> bool:
    """Known to carry no history."""
    return is_scalar(value) or isinstance(value, Known)
