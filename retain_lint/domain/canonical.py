"""The canonical form of a state: equal forms have equal futures, as far as graph lifetimes go. Floor 2.

Paths that meet descend from one state, their `Base`. What is older than the base keeps its name, and only how it changed since
is part of the form; what is younger is renamed in the order in which a walk from the live registers meets it. Absolute times
and versions are reduced to what can still matter: is a saved buffer stale, is a node of an older iteration, which
contribution came first. Purging of dead names is part of the walk: what it does not reach is dead.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from retain_lint.domain.autograd_graph import GradNode, Graph, LoopStamp, NodeId
from retain_lint.domain.base import Base, changed
from retain_lint.domain.gradients import Contribution, Gradients
from retain_lint.domain.heap import InstanceRecord, OptimizerRecord, TensorRecord
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.plain_data import FIGURES
from retain_lint.domain.state import Freed, State, keys_in
from retain_lint.domain.value import (
    Address,
    FrameId,
    FunctionValue,
    Index,
    Key,
    Known,
    Linear,
    Ref,
    Symbol,
    Value,
    field_names,
)
from retain_lint.domain.value_numbers import Fresh, numbers_in


@dataclass
class _Walk:
    """One canonicalisation: the numbers given so far and the things still to describe."""

    state: State
    graph: Graph
    base: Base
    coarse: bool = False
    names: dict[tuple[str, Hashable], int] = field(default_factory=dict)
    pending: list[tuple[str, Hashable]] = field(default_factory=list)

    @cached_property
    def touched(self) -> set[Key]:
        """The symbols that became tensors, or got attributes, since the base."""
        state, base = self.state, self.base
        tensors, leaves = changed(state.tensors, base.tensors), changed(state.leaves, base.leaves)
        return {*tensors, *leaves, *changed(state.overlay, base.overlay)}

    def name(self, kind: str, thing: Hashable) -> int:
        """The number of a thing; a first meeting queues its description. Things older than the base keep their own,
        as a negative number."""
        older = self.base.counter
        if kind == "node":
            thing, older = self._behind_hollow(thing), self.base.nodes  # type: ignore[arg-type]
        if isinstance(thing, int) and thing < older:
            return -1 - thing
        number = self.names.get((kind, thing))
        if number is None:
            number = self.names[kind, thing] = len(self.names)
            self.pending.append((kind, thing))
        return number

    def value(self, value: object) -> Hashable:
        """The form of a value, or of whatever stands in one."""
        if type(value) in _ATOMS:
            return value
        if isinstance(value, Ref):
            if self.coarse and self._is_new_data(value):
                return "scalar"
            return "ref", self.name("object", value.address)
        if self.coarse and is_scalar(value):
            return "scalar"
        if isinstance(value, Known):
            return type(value.value).__name__, value.value
        if isinstance(value, Symbol):
            return "symbol", self.name("symbol", value.key), value.plain
        if isinstance(value, tuple):
            return tuple([self.value(item) for item in value])
        if isinstance(value, FunctionValue):
            frame = None if value.frame is None else self.name("frame", value.frame)
            return "function", id(value.function), frame, value.wrapper, value.mode, value.manager
        if isinstance(value, Fresh):
            return "fresh", self.name("fresh", value.number)
        names = field_names(type(value))  # type: ignore[arg-type]
        if names is None:
            return value
        return type(value).__name__, *[self.value(getattr(value, name)) for name in names]

    def _is_new_data(self, value: Ref) -> bool:
        """A tensor without history, a list or dictionary of data, not older than the base: as good as a number."""
        record = self.state.heap.get(value.address)
        plain = isinstance(record, TensorRecord) and record.node is None
        return value.address >= self.base.counter and (plain or FIGURES.fills(self.state, record))

    def _is_noted(self, address: Address, record: object) -> bool:
        """Does the content of a thing that changed since the base matter? That of a list or dictionary of data is blurred
        where paths are alike but for it."""
        if not self.coarse:
            return True
        before = self.base.heap.get(address)
        if isinstance(record, InstanceRecord) and isinstance(before, InstanceRecord):
            return self._told(record, before) != self._told(before, record)
        return not FIGURES.fills(self.state, record)

    def _told(self, record: InstanceRecord, other: InstanceRecord) -> InstanceRecord:
        """An object but for the attributes that are data, and were or are data at another time."""
        values = dict(other.attributes)
        told = [(n, v) for n, v in record.attributes if n not in values or not self._is_data(v, values[n])]
        return replace(record, attributes=tuple(told))

    def _is_data(self, *values: Value) -> bool:
        """Are they numbers, or tensors without history?"""
        return all(is_scalar(value) or self._is_plain_tensor(value) for value in values)

    def _is_plain_tensor(self, value: Value) -> bool:
        address = value.address if isinstance(value, Ref) else None
        record = None if address is None else self.state.heap.get(address, self.base.heap.get(address))
        return isinstance(record, TensorRecord) and record.node is None and record.requires_grad is Ternary.NO

    def begin(self, frame: FrameId, live: Sequence[str], others: Iterable[FrameId]) -> Hashable:
        """The registers `live` of the running `frame`, and how older things have changed."""
        variables = self.state.frames[frame].variables
        form: list[Hashable] = [(name, self.value(variables[name])) for name in live if name in variables]
        for other in self.frames_to_tell(others):
            described = self.describe("frame", other) if other != frame else _UNCHANGED
            if described != _UNCHANGED:
                form.append((other, described))
        form.append(self.changes())
        return tuple(form)

    def describe(self, kind: str, thing: Hashable) -> Hashable:
        """What can still matter about a thing."""
        if kind == "object":
            return self._object(thing)  # type: ignore[arg-type]
        if kind == "node":
            return self._node(thing)  # type: ignore[arg-type]
        if kind == "symbol":
            return self._symbol(thing)  # type: ignore[arg-type]
        if kind == "frame":
            return self._frame(thing)  # type: ignore[arg-type]
        return None

    def _frame(self, number: FrameId) -> Hashable:
        """The registers of another frame; of one that the base had, those that changed since."""
        frame = self.state.frames.get(number)
        if frame is None:
            return None
        known = self.base.frames.get(number)
        if frame is known:
            if self.touched.isdisjoint(frame.keys()):
                return _UNCHANGED
            touched = [(n, v) for n, v in frame.unknowns() if self._is_touched(v)]
            return (), tuple([(name, self.value(value)) for name, value in touched])
        before = {} if known is None else known.variables
        rows = [(n, v) for n, v in frame.variables.items() if before.get(n) is not v or self._is_touched(v)]
        gone = tuple([name for name in before if name not in frame.variables])
        return gone, tuple([(name, self.value(value)) for name, value in rows])

    def _is_touched(self, value: Value) -> bool:
        return not self.touched.isdisjoint(keys_in(value))

    def frames_to_tell(self, readable: Iterable[FrameId]) -> list[FrameId]:
        """Of the frames that may be read, those that are not as they were at the base; and those that the base had and in
        which a register was set since, such as one that a closure writes to."""
        frames, before = self.state.frames, self.base.frames
        known = [
            n
            for n, frame in before.items()
            if n in frames and frames[n] is not frame and frames[n].variables != frame.variables
        ]
        also = [n for n in readable if n in frames and (self.touched or n not in before)]
        return list(dict.fromkeys((*also, *known)))

    def _symbol(self, key: Key) -> Hashable:
        state = self.state
        return (
            tuple([self.value(part) for part in key]),
            tuple([(name, self.value(value)) for name, value in state.overlay.get(key, ())]),
            self.name("object", state.tensors[key]) if key in state.tensors else None,
            self.name("object", state.leaves[key]) if key in state.leaves else None,
        )

    def _object(self, address: Address) -> Hashable:
        record = self.state.heap.get(address)
        if isinstance(record, TensorRecord):
            node = None if record.node is None else self.name("node", record.node)
            base = None if record.base is None else self.name("object", record.base)
            return node, record.requires_grad, self.name("storage", record.storage), record.opaque, base
        if record is None:
            return None
        if isinstance(record, OptimizerRecord):
            record = replace(record, name="")  # only messages read it
        parts = [self._field(name, getattr(record, name)) for name in field_names(type(record)) or ()]  # type: ignore[arg-type]
        return (type(record).__name__, *parts)

    def _field(self, name: str, content: object) -> Hashable:
        if name in ("cls", "weights") and isinstance(content, int):
            return self.name("object", content)
        if name in ("leaves", "partial") and isinstance(content, tuple):
            return tuple([self.name("object", address) for address in content])
        return id(content) if name == "spec" else self.value(content)

    def _behind_hollow(self, number: NodeId) -> NodeId:
        """The node, or what a hollow one of a single input stands for: `loss.sum()` and `loss.mean().view(1)` have the future
        that `loss` has."""
        while number >= self.base.nodes:
            node = self.graph[number]
            if len(node.inputs) != 1 or not is_hollow(node):
                break
            behind, loops = self.graph[node.inputs[0]], self.state.loops
            if behind.requires_grad is not node.requires_grad:
                break
            if is_older(behind.stamp, loops) != is_older(node.stamp, loops):
                break
            number = behind.number
        return number

    def _node(self, number: NodeId) -> Hashable:
        node, state = self.graph[number], self.state
        stale = tuple(
            [(self.name("storage", s.storage), self._written(s.storage, s.version), s.certain) for s in node.saved]
        )
        return (
            None if is_hollow(node) else (node.op, node.built.location),
            is_older(node.stamp, state.loops),
            node.requires_grad,
            tuple([self.name("node", child) for child in node.inputs]),
            stale,
            self._freed(state.freed.get(number)),
            state.kept[number].calls if number in state.kept else None,
            number in state.cured,
            None if node.leaf is None else self.name("object", node.leaf),
        )

    def _freed(self, freed: Freed | None) -> Hashable:
        return None if freed is None else (freed.site, freed.certain, is_older(freed.stamp, self.state.loops))

    def changes(self) -> Hashable:
        """How what is older than the base has changed since."""
        state, base = self.state, self.base
        heap = [
            (a, self._object(a))
            for a in changed(state.heap, base.heap)
            if a < base.counter and self._is_noted(a, state.heap[a])
        ]
        freed = [(n, self._freed(state.freed[n])) for n in changed(state.freed, base.freed) if n < base.nodes]
        unfreed = base.freed.keys() - state.freed.keys()
        kept = [(n, state.kept[n].calls) for n in changed(state.kept, base.kept) if n < base.nodes]
        newly = [s for s in changed(state.writes, base.writes) if s < base.counter]
        saved = base.saved_storages(self.graph) if newly else frozenset()
        written = [
            (s, self._written(s, base.writes[s].version if s in base.writes else 0)) for s in newly if s in saved
        ]
        overlay = [(self.value(k), self.value(p)) for k, p in self.attributes()]
        return (
            tuple(sorted(heap, key=lambda row: row[0])),
            frozenset(freed),
            frozenset(unfreed),
            frozenset(kept),
            (
                frozenset(written),
                tuple(overlay),
            ),
        )

    def attributes(self) -> Iterator[tuple[Key, tuple[tuple[str, Value], ...]]]:
        """The attributes, set since the base, of what cannot be seen."""
        for key, pairs in self.state.overlay.items():
            if self.base.overlay.get(key) is pairs or self._is_younger(key):
                continue
            told = [pair for pair in pairs if not (self.coarse and FIGURES.covers(self.state, pair[1]))]
            if told or not self.coarse:
                yield key, tuple(told)

    def _is_younger(self, key: Key) -> bool:
        """Is the thing of this name younger than the base? Then the walk describes it, if anything leads to it."""
        return any(number >= self.base.counter for number in numbers_in(key))

    def _written(self, storage: int, version: int) -> tuple[Ternary, bool]:
        """Was the storage written after that version, and if so, unseen by torch?"""
        stale = self.state.staleness(storage, version)
        return stale, stale is not Ternary.NO and self.state.writes[storage].silent

    def finish(self) -> Hashable:
        """Whatever has been named, and what that leads to."""
        form: list[Hashable] = []
        while self.pending:
            form.append(self.describe(*self.pending.pop()))
        return tuple(form), self.gradients()

    def gradients(self) -> Hashable:
        """The contributions that changed since the base, with times reduced to their order."""
        state, base = self.state, self.base
        met = {address: name for (kind, address), name in self.names.items() if kind == "object"}
        rows: list[tuple[int, Gradients]] = []
        for leaf, contributions in state.gradients.items():
            if leaf < base.counter:
                if base.gradients.get(leaf) is not contributions:
                    rows.append((-1 - leaf, contributions))
            elif leaf in met and contributions:
                rows.append((met[leaf], contributions))
        gone = frozenset(leaf for leaf in base.gradients if leaf not in state.gradients)
        times = {c.time for _, cs in rows for c in cs}
        times |= {at for time in times for _, at in state.steps.get(time, ())}
        rank = {time: position for position, time in enumerate(sorted(times))}
        return gone, tuple(
            [(name, self._contribution(c, rank)) for name, cs in sorted(rows, key=lambda row: row[0]) for c in cs]
        )

    def _contribution(self, c: Contribution, rank: dict[int, int]) -> Hashable:
        steps = tuple([(self.name("object", o), rank[at]) for o, at in self.state.steps.get(c.time, ())])
        consumers, parted = (frozenset(self.name("object", o) for o in known) for known in (c.consumers, c.parted))
        return c.site, rank[c.time], consumers, c.read, c.certain, parted, steps


#: what there is to tell of a frame that is as it was at the base
_UNCHANGED: Hashable = ((), ())
#: what stands for itself in the names of unknown values: asked for first, since most parts of a name are such
_ATOMS = frozenset({str, int, type(None)})


def is_scalar(value: object) -> bool:
    """A number, or an unknown value without history: it touches no graph, but may decide a branch."""
    if isinstance(value, Known):
        return type(value.value) in (int, float)
    return isinstance(value, (Index, Linear)) or (isinstance(value, Symbol) and value.plain)


def is_hollow(node: GradNode) -> bool:
    """Does nothing that torch may release, or check, lie in the node, nor anything that a gradient's own graph hangs on
    (SEMANTICS.md A, B)? It is one of the table of operations, whose rows are known."""
    return node.holds is Ternary.NO and not node.saved and node.reuses == () and not node.choice and bool(node.inputs)


def is_older(stamp: LoopStamp, loops: LoopStamp) -> bool:
    """True if a node was made in an earlier iteration of a loop that is still running, or before that loop."""
    return stamp[: len(loops)] != loops


def carrying_depth(stamp: LoopStamp, loops: LoopStamp) -> int | None:
    """How deep the outermost running loop is nested whose earlier iterations, or what ran before it, made the node; None for
    a node of the running iterations."""
    differ = (depth for depth, running in enumerate(loops) if stamp[depth : depth + 1] != (running,))
    return next(differ, None)


@dataclass(eq=False)
class Form:
    """A canonical form in three parts, each worked out on demand: what the registers say by themselves (`outline`); with all
    of the registers, how older things have changed (`head`); and what these lead to. Most paths that differ do so in the
    first two, and need not be followed further."""

    outline: Hashable
    _describe_head: Callable[[], Hashable]
    _describe_rest: Callable[[], Hashable]

    @cached_property
    def head(self) -> Hashable:
        """The registers and the changes, outline included."""
        return self.outline, self._describe_head()

    def whole(self) -> Hashable:
        """All parts: equal for equal states alone."""
        return self.head, self._describe_rest()


def canonical(
    state: State,
    graph: Graph,
    base: Base,
    frame: FrameId,
    live: Iterable[str],
    others: Iterable[FrameId],
    coarse: bool = False,
) -> Form:
    """The canonical form of a state in which the registers `live` of `frame`, and all of the `others`, may be read, and
    those that closures hold.
    `coarse`: numbers and values without history all look alike."""
    walk = _Walk(state, graph, base, coarse)
    names = sorted(live)
    outline = _outline(state, frame, names, coarse)
    return Form(outline, lambda: walk.begin(frame, names, others), walk.finish)


def _outline(state: State, frame: FrameId, names: Sequence[str], coarse: bool) -> Hashable:
    """What needs no comparison with the base: the modes of a state, and its registers that hold constants."""
    variables = state.frames[frame].variables
    rows: list[Hashable] = [state.grad_mode, state.loops, state.unknown_reach, state.engine_ran]
    for name in names:
        value = variables.get(name)
        if type(value) is Known and not (coarse and type(value.value) in (int, float)):
            rows.append((name, type(value.value).__name__, value.value))
    return tuple(rows)
