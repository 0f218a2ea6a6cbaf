"""What a state was at a point that others descend from: a canonical form tells only what changed since. Floor 2."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import compress
from operator import is_not
from typing import TypeVar

from retain_lint.domain.autograd_graph import Graph, NodeId, StorageId
from retain_lint.domain.gradients import Gradients
from retain_lint.domain.heap import Record, TensorRecord
from retain_lint.domain.retained import Kept
from retain_lint.domain.state import Frame, Freed, State, Write
from retain_lint.domain.value import Address, FrameId, Key, Value

K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class Base:
    """What a state was when the paths that are compared left it. `counter` and `nodes` bound what is older."""

    counter: int
    nodes: int
    heap: dict[Address, Record]
    freed: dict[NodeId, Freed]
    kept: dict[NodeId, Kept]
    writes: dict[int, Write]
    gradients: dict[Address, Gradients]
    overlay: dict[Key, tuple[tuple[str, Value], ...]]
    tensors: dict[Key, Address]
    leaves: dict[Key, Address]
    frames: dict[FrameId, Frame]
    _saved: frozenset[StorageId] | None = field(default=None, init=False, compare=False, repr=False)

    def saved_storages(self, graph: Graph) -> frozenset[StorageId]:
        """What the graphs have saved that the state's tensors hang on: of the storages that are written later, only these can
        make a node stale that is older. Noted when first asked for."""
        if self._saved is None:
            tensors = (record for record in self.heap.values() if isinstance(record, TensorRecord))
            nodes = graph.reach({record.node for record in tensors if record.node is not None})
            saved = frozenset(saved.storage for node in nodes for saved in node.saved)
            object.__setattr__(self, "_saved", saved)
            return saved
        return self._saved


def take_base(state: State, counter: int, graph: Graph) -> Base:
    """A snapshot of a state: dictionaries are copied, their contents shared."""
    return Base(
        counter,
        graph.next_number,
        dict(state.heap),
        dict(state.freed),
        dict(state.kept),
        dict(state.writes),
        dict(state.gradients),
        dict(state.overlay),
        dict(state.tensors),
        dict(state.leaves),
        state.share_frames(),
    )


def changed(now: Mapping[K, object], before: Mapping[K, object]) -> Iterator[K]:
    """The keys under which `now` has another object than `before`, in its order. States of one origin share most of what they
    hold, so this is where the time goes: no Python code runs for what is the same."""
    return compress(now, map(is_not, now.values(), map(before.get, now)))
