"""Garbage collection of a state: what no live register leads to is dropped. Floor 2.

Forking copies dictionaries and comparing walks them, so that dead tensors and nodes would make every later step dearer.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from retain_lint.domain.autograd_graph import GradNode, Graph
from retain_lint.domain.heap import Holder, LayerRecord, OptimizerRecord, Record, TensorRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import field_names
from retain_lint.domain.value_numbers import numbers_in

#: growth of the heap, in objects, before a purge pays: so many, and such a part of what the last one has left
GROWTH = 150
GROWTH_PART = 4


def has_grown(state: State) -> bool:
    """Has the heap grown much since the last purge?"""
    return len(state.heap) >= state.purged_at + max(GROWTH, state.purged_at // GROWTH_PART)


def purge_grown(state: State, graph: Graph) -> None:
    """Purges a state whose heap has grown much since the last time."""
    if has_grown(state):
        purge(state, graph)


def purge(state: State, graph: Graph) -> None:
    """Drops dead objects, and the lifetimes of nodes that no live tensor hangs on."""
    live = live_numbers(state)
    state.heap = {address: record for address, record in state.heap.items() if address in live}
    tensors = [record for record in state.heap.values() if isinstance(record, TensorRecord)]
    nodes = nodes_behind(graph, tensors)
    numbers = {node.number for node in nodes}
    storages = {record.storage for record in tensors}
    storages.update(saved.storage for node in nodes for saved in node.saved)
    state.freed = {n: freed for n, freed in state.freed.items() if n in numbers}
    state.kept = {n: kept for n, kept in state.kept.items() if n in numbers}
    state.writes = {s: write for s, write in state.writes.items() if s in storages}
    state.cured &= numbers
    state.parts = {a: part for a, part in state.parts.items() if a in live}
    state.data_of = {a: storage for a, storage in state.data_of.items() if a in live}
    state.tensors = {key: address for key, address in state.tensors.items() if live.issuperset(numbers_in(key))}
    state.overlay = {key: pairs for key, pairs in state.overlay.items() if live.issuperset(numbers_in(key))}
    times = {c.time for contributions in state.gradients.values() for c in contributions}
    state.steps = {time: steps for time, steps in state.steps.items() if time in times}
    state.purged_at = len(state.heap)


def nodes_behind(graph: Graph, records: Iterable[Record | None]) -> list[GradNode]:
    """The nodes that the tensors among these hang on."""
    tensors = (record for record in records if isinstance(record, TensorRecord))
    return list(graph.reach(record.node for record in tensors if record.node is not None))


def live_numbers(state: State) -> set[int]:
    """Every address, and every number of an unknown value, that a walk from the frames meets; leaves stay, since gradients
    arrive in them. What is known of an unknown value is met once everything is that its name is made of."""
    live: set[int] = set(state.leaves.values()) | set(state.gradients)
    live |= {a for a, record in state.heap.items() if isinstance(record, (OptimizerRecord, LayerRecord))}
    live |= {a for a, record in state.heap.items() if isinstance(record, TensorRecord) and record.leaf}
    pending = [*live, *(a for frame in state.frames.values() for v in frame.variables.values() for a in numbers_in(v))]
    waiting: list[tuple[list[int], list[int]]] = [
        *((numbers_in(key), [address]) for key, address in state.tensors.items()),
        *((numbers_in(key), numbers_in(tuple(dict(pairs).values()))) for key, pairs in state.overlay.items()),
    ]
    while pending:
        _walk(state, pending, live)
        pending = [number for name, known in waiting if live.issuperset(name) for number in known]
        waiting = [(name, known) for name, known in waiting if not live.issuperset(name)]
    return live


def numbers_reached(state: State, begun: Iterable[int], barred: Collection[int] = ()) -> set[int]:
    """Every address that these addresses, and numbers of unknown values, lead to; also by what is known of any unknown value.
    What is barred leads to nothing."""
    reached = set(barred)
    known = numbers_in(tuple(value for pairs in state.overlay.values() for value in dict(pairs).values()))
    _walk(state, [number for number in (*begun, *known) if number not in reached], reached)
    return reached


def _walk(state: State, pending: list[int], live: set[int]) -> None:
    """Adds the pending numbers and all that they lead to."""
    while pending:
        number = pending.pop()
        live.add(number)
        record = state.heap.get(number)
        if record is not None:
            pending.extend(child for child in _children(record) if child not in live)


def _children(record: Record) -> Iterable[int]:
    if isinstance(record, TensorRecord):
        return [address for address in (record.base, record.parent) if address is not None]
    if record.numbers is None:  # to gather them anew in each purge took up to a quarter of the time
        object.__setattr__(record, "numbers", tuple(dict.fromkeys(_numbers_held(record))))
    return record.numbers or ()


def _numbers_held(record: Holder) -> list[int]:
    """The addresses and numbers in the fields of a record."""
    found: list[int] = []
    for name in field_names(type(record)) or ():  # type: ignore[arg-type]
        content = getattr(record, name)
        if isinstance(content, int) and name in ("cls", "weights"):
            found.append(content)
        elif isinstance(content, tuple):
            if name in ("leaves", "partial"):
                found.extend(content)
            else:
                found.extend(numbers_in(content))
    return found
