"""The canonical form of a state: equal forms have equal futures, as far as graph lifetimes go. Floor 2.

Addresses, nodes, storages and fresh symbols are renamed in the order in which a walk from the live registers meets
them, and absolute times and versions are reduced to what can still matter: is a saved buffer stale, is a node of an
older iteration, which contribution came first. Purging of dead names is part of the walk: what it does not reach is dead.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field, fields, is_dataclass

from retain_lint.domain.autograd_graph import Graph, LoopStamp, NodeId
from retain_lint.domain.heap import TensorRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import Address, FrameId, FunctionValue, Key, Known, Ref, Symbol


@dataclass(frozen=True, slots=True)
class Fresh:
    """The part of a symbol's key that makes it unlike every other symbol."""

    number: int


@dataclass(slots=True)
class _Walk:
    """One canonicalisation: the numbers given so far and the things still to describe."""

    state: State
    graph: Graph
    names: dict[tuple[str, Hashable], int] = field(default_factory=dict)
    pending: list[tuple[str, Hashable]] = field(default_factory=list)

    def name(self, kind: str, thing: Hashable) -> int:
        """The number of a thing; a first meeting queues its description."""
        number = self.names.get((kind, thing))
        if number is None:
            number = self.names[kind, thing] = len(self.names)
            self.pending.append((kind, thing))
        return number

    def value(self, value: object) -> Hashable:
        """The form of a value, or of whatever stands in one."""
        if isinstance(value, Known):
            return type(value.value).__name__, value.value
        if isinstance(value, Ref):
            return "ref", self.name("object", value.address)
        if isinstance(value, Symbol):
            return "symbol", self.key(value.key), value.plain
        if isinstance(value, FunctionValue):
            frame = None if value.frame is None else self.name("frame", value.frame)
            return "function", id(value.function), frame, value.wrapper
        if isinstance(value, tuple):
            return tuple(self.value(item) for item in value)
        if isinstance(value, Fresh):
            return "fresh", self.name("fresh", value.number)
        if is_dataclass(value) and not isinstance(value, type):
            return type(value).__name__, *(self.value(getattr(value, f.name)) for f in fields(value))
        return value

    def key(self, key: Key) -> Hashable:
        """The form of a structural key; what is known about the symbol goes with it."""
        number = self.name("symbol", key)
        return number

    def describe(self, kind: str, thing: Hashable) -> Hashable:
        """What can still matter about a thing."""
        if kind == "object":
            return self._object(thing)  # type: ignore[arg-type]
        if kind == "node":
            return self._node(thing)  # type: ignore[arg-type]
        if kind == "symbol":
            return self._symbol(thing)  # type: ignore[arg-type]
        if kind == "frame":
            frame = self.state.frames.get(thing)  # type: ignore[call-overload]
            return None if frame is None else tuple((n, self.value(v)) for n, v in sorted(frame.variables.items()))
        return None

    def _symbol(self, key: Key) -> Hashable:
        state = self.state
        return (
            tuple(self.value(part) for part in key),
            tuple((name, self.value(value)) for name, value in state.overlay.get(key, ())),
            self.name("object", state.tensors[key]) if key in state.tensors else None,
            self.name("object", state.leaves[key]) if key in state.leaves else None,
        )

    def _object(self, address: Address) -> Hashable:
        record = self.state.heap.get(address)
        if isinstance(record, TensorRecord):
            node = None if record.node is None else self.name("node", record.node)
            return (
                node,
                record.requires_grad,
                self.name("storage", record.storage),
                record.opaque,
                None if record.base is None else self.name("object", record.base),
            )
        if record is None:
            return None
        parts = [self._field(f.name, getattr(record, f.name)) for f in fields(record)]
        return (type(record).__name__, *parts)

    def _field(self, name: str, content: object) -> Hashable:
        if name in ("cls", "weights") and isinstance(content, int):
            return self.name("object", content)
        if name in ("leaves", "partial") and isinstance(content, tuple):
            return tuple(self.name("object", address) for address in content)
        if name == "spec":
            return id(content)
        return self.value(content)

    def _node(self, number: NodeId) -> Hashable:
        node, state = self.graph[number], self.state
        freed = state.freed.get(number)
        stale = tuple(
            (self.name("storage", saved.storage), state.staleness(saved.storage, saved.version), saved.certain)
            for saved in node.saved
        )
        return (
            node.op,
            node.built.location,
            is_older(node.stamp, state.loops),
            node.requires_grad,
            tuple(self.name("node", child) for child in node.inputs),
            stale,
            None if freed is None else (freed.site, freed.certain, is_older(freed.stamp, state.loops)),
            state.kept[number].sites if number in state.kept else None,
            number in state.cured,
            None if node.leaf is None else self.name("object", node.leaf),
        )

    def gradients(self) -> Hashable:
        """The contributions to every leaf met, with times reduced to their order."""
        met = {address: name for (kind, address), name in self.names.items() if kind == "object"}
        rows = [(met[a], cs) for a, cs in self.state.gradients.items() if a in met and cs]
        times = {c.time for _, cs in rows for c in cs}
        times |= {at for time in times for _, at in self.state.steps.get(time, ())}
        rank = {time: position for position, time in enumerate(sorted(times))}
        out = []
        for name, contributions in sorted(rows, key=lambda row: row[0]):
            for c in contributions:
                steps = tuple((met.get(o, -1), rank[at]) for o, at in self.state.steps.get(c.time, ()))
                consumers = frozenset(met.get(o, -1) for o in c.consumers)
                out.append((name, c.site, rank[c.time], consumers, c.read, c.certain, steps))
        return tuple(out)


def is_older(stamp: LoopStamp, loops: LoopStamp) -> bool:
    """True if a node was made in an earlier iteration of a loop that is still running, or before that loop."""
    return stamp[: len(loops)] != loops


def canonical(state: State, graph: Graph, frame: FrameId, live: Iterable[str], others: Iterable[FrameId]) -> Hashable:
    """The canonical form of a state in which the registers `live` of `frame`, and all of the `others`, may be read."""
    walk = _Walk(state, graph)
    variables = state.frames[frame].variables
    form: list[Hashable] = [state.grad_mode, state.loops, state.unknown_reach, state.engine_ran]
    form.extend((name, walk.value(variables[name])) for name in sorted(live) if name in variables)
    for other in others:
        if other != frame and other in state.frames:
            walk.name("frame", other)
    while walk.pending:
        form.append(walk.describe(*walk.pending.pop()))
    form.append(walk.gradients())
    return tuple(form)
