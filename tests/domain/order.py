"""The order of states: one is below another if whatever the other claims holds in it. Names of what is new do not count.

The analysis only joins; this is the specification that its joins are tested against.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from retain_lint.domain.autograd_graph import Graph, NodeId
from retain_lint.domain.canonical import is_scalar
from retain_lint.domain.contents import graphs_in
from retain_lint.domain.gradients import Gradients
from retain_lint.domain.heap import (
    DictRecord,
    InstanceRecord,
    LayerRecord,
    ListRecord,
    OptimizerRecord,
    Record,
    TensorRecord,
)
from retain_lint.domain.joined_values import MODEL
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.plain_data import DATA
from retain_lint.domain.purge import purge
from retain_lint.domain.state import State
from retain_lint.domain.value import Address, Key, Known, Ref, Symbol, Tuple, Value

#: begin the keys of unknown values that joins make
JOINED = ("joined", MODEL)


@dataclass
class Order:
    """Compares two states of one arena. What nothing leads to claims nothing. `met`: pairs of objects that are being compared, or were."""

    graph: Graph
    low: State
    high: State
    met: set[tuple[Address, Address]] = field(default_factory=set)

    def holds(self) -> bool:
        """Is `low` below `high`?"""
        low, high = self.low, self.high
        return (
            all(self.frames(number) for number in low.frames)
            and all(self.objects(a, a) for a in find_live(self.graph, low) & find_live(self.graph, high))
            and all(self.attributes(key) for key in low.overlay.keys() | high.overlay.keys())
            and all(self.names(key) for key in low.tensors.keys() | high.tensors.keys())
            and all(self.lifetimes(number) for number in find_led_to(self.graph, low, high))
            and all(self.versions(storage) for storage in low.writes.keys() | high.writes.keys())
            and all(self.gradients(leaf) for leaf in low.gradients.keys() | high.gradients.keys())
            and self.flags()
        )

    def flags(self) -> bool:
        """What stands beside frames, heap and graph."""
        low, high = self.low, self.high
        return (
            low.condition.leq(high.condition)
            and low.grad_mode.leq(high.grad_mode)
            and low.unknown_reach <= high.unknown_reach
            and low.engine_ran <= high.engine_ran
            and low.cured <= high.cured
            and low.picked <= high.picked
            and low.causes.keys() <= high.causes.keys()
            and all(set(steps) <= set(high.steps.get(time, ())) for time, steps in low.steps.items())
        )

    def lifetimes(self, number: NodeId) -> bool:
        """What was freed and retained. What nothing leads to on `low` cannot run again there, whatever `high` says of it."""
        kept, above = self.low.kept.get(number), self.high.kept.get(number)
        retained = kept is None or above is not None and kept.sites <= above.sites
        return retained and is_freed(self.low, number).leq(is_freed(self.high, number))

    def frames(self, number: int) -> bool:
        mine, theirs = self.low.frames[number].variables, self.high.frames[number].variables
        return all(name in theirs and self.values(value, theirs[name]) for name, value in mine.items())

    def values(self, one: Value, two: Value) -> bool:
        if isinstance(two, Symbol) and two.key[0] in JOINED:
            return self.unknowns(one, two)
        if isinstance(one, Tuple) and isinstance(two, Tuple) and len(one.items) == len(two.items):
            return all(self.values(a, b) for a, b in zip(one.items, two.items, strict=True))
        if isinstance(one, Ref) and isinstance(two, Ref):
            return self.objects(one.address, two.address)
        record = self.high.record(two)
        if isinstance(one, Tuple) and isinstance(record, ListRecord):
            return self.lists(ListRecord(one.items), record)
        return one == two

    def unknowns(self, one: Value, two: Symbol) -> bool:
        """A joined value may be anything, or anything without history; if a graph is among it, so is every other that was
        there, in a tensor or in a container."""
        known, graphs = self.high.tensor(two), set(graphs_in(self.low, one)) - {None}
        if known is not None and graphs:
            return all(self.alternatives(node) <= self.alternatives(known.node) for node in graphs)
        return not two.plain or is_scalar(one) or isinstance(one, Known)

    def objects(self, one: Address, two: Address) -> bool:
        if (one, two) in self.met:
            return True
        self.met.add((one, two))
        return two in self.high.heap and self.records(self.low.heap[one], self.high.heap[two])

    def records(self, one: Record, two: Record) -> bool:
        if isinstance(one, TensorRecord) and isinstance(two, TensorRecord):
            return self.tensors(one, two)
        if isinstance(one, ListRecord) and isinstance(two, ListRecord):
            return self.lists(one, two)
        if isinstance(one, DictRecord) and isinstance(two, DictRecord):
            mine, complete = dict(one.items), not two.exact or (one.exact and len(one.items) == len(two.items))
            sure = [(key, item) for key, item in two.items if not _is_joined(key)]
            data = not two.data or (one.exact or one.data) and DATA.fills(self.low, one)
            return data and complete and all(key in mine and self.values(mine[key], item) for key, item in sure)
        if isinstance(one, InstanceRecord) and isinstance(two, InstanceRecord):
            return one.training.leq(two.training) and self.pairs(one.attributes, two.attributes)
        if isinstance(one, LayerRecord) and isinstance(two, LayerRecord):
            known, complete = (
                dict(one.children),
                not two.exact or (one.exact and len(one.children) == len(two.children)),
            )
            children = all(name in known and self.values(known[name], child) for name, child in two.children)
            return one.training.leq(two.training) and complete and children
        if isinstance(one, OptimizerRecord) and isinstance(two, OptimizerRecord):
            return own_below(one, two)
        return one == two

    def tensors(self, one: TensorRecord, two: TensorRecord) -> bool:
        return (
            one.requires_grad.leq(two.requires_grad)
            and self.alternatives(one.node) <= self.alternatives(two.node)
            and (one.storage == two.storage or two.storage not in self.low.writes)
            and (one.leaf or not two.leaf)
            and (two.opaque or not one.opaque)
        )

    def alternatives(self, number: NodeId | None) -> set[NodeId | None]:
        """The nodes that a node may be."""
        node = None if number is None else self.graph[number]
        if node is None or not node.choice:
            return {number}
        found = {alternative for child in node.inputs for alternative in self.alternatives(child)}
        return found | ({None} if len(node.inputs) == 1 else set())

    def lists(self, one: ListRecord, two: ListRecord) -> bool:
        if two.exact and not (one.exact and len(one.items) == len(two.items)):
            return False
        if not two.partial and (one.partial or len(one.items) < len(two.items)):
            return False
        return all(self.values(a, b) for a, b in zip(one.items, two.items, strict=False))

    def attributes(self, key: Key) -> bool:
        return self.pairs(self.low.overlay.get(key, ()), self.high.overlay.get(key, ()))

    def pairs(self, one: tuple[tuple[str, Value], ...], two: tuple[tuple[str, Value], ...]) -> bool:
        """An attribute that is not set may be anything."""
        mine, theirs = dict(one), dict(two)
        unset = all(is_unknown(theirs[name]) for name in theirs.keys() - mine.keys())
        return unset and all(name in theirs and self.values(mine[name], theirs[name]) for name in mine)

    def names(self, key: Key) -> bool:
        """A joined value's name is new; `unknowns` compares what it stands for."""
        if key[0] in JOINED:
            return True
        mine, theirs = self.low.tensors.get(key), self.high.tensors.get(key)
        if mine is None:
            record = None if theirs is None else self.high.heap[theirs]
            return isinstance(record, TensorRecord) and record.requires_grad is not Ternary.YES
        return theirs is not None and self.objects(mine, theirs)

    def versions(self, storage: int) -> bool:
        """Every version that both know is as stale in the one as in the other, or may be."""
        latest = min(self.low.version(storage), self.high.version(storage))
        return all(
            self.low.staleness(storage, version).leq(self.high.staleness(storage, version))
            for version in range(latest + 1)
        )

    def gradients(self, leaf: Address) -> bool:
        return gradients_below(self.low.gradients.get(leaf, ()), self.high.gradients.get(leaf, ()))


def is_below(graph: Graph, low: State, high: State) -> bool:
    """Does everything that `high` claims hold in `low`?"""
    return Order(graph, low, high).holds()


def find_live(graph: Graph, state: State) -> set[Address]:
    """The objects that something leads to."""
    purged = state.fork()
    purge(purged, graph)
    return set(purged.heap)


def find_led_to(graph: Graph, low: State, high: State) -> set[NodeId]:
    """The nodes that something leads to on `low`; those too that stand for its unknown values on `high` only."""
    purged = low.fork()
    purge(purged, graph)
    unknown = [high.heap[address] for key, address in high.tensors.items() if key not in low.tensors]
    nodes = [record.node for record in (*purged.heap.values(), *unknown) if isinstance(record, TensorRecord)]
    return {node.number for node in graph.reach(node for node in nodes if node is not None)}


def is_freed(state: State, number: NodeId) -> Ternary:
    """Were a node's buffers released?"""
    freed = state.freed.get(number)
    return Ternary.NO if freed is None else Ternary.of(freed.certain or None)


def is_unknown(value: Value) -> bool:
    """A value of which nothing is known, not even that it carries no graph."""
    return isinstance(value, Symbol) and value.key[0] in JOINED and not value.plain


def own_below(one: OptimizerRecord, two: OptimizerRecord) -> bool:
    """Does an optimiser own what another claims?"""
    whole = set(two.leaves) - set(two.partial)
    return (
        set(one.leaves) <= set(two.leaves)
        and whole <= set(one.leaves) - set(one.partial)
        and (not two.exact or (one.exact and set(one.leaves) == set(two.leaves)))
    )


def gradients_below(one: Gradients, two: Gradients) -> bool:
    """Every certain contribution of the higher one is there and certain; every one that is there is known to it."""
    known = {(c.site, c.time): c for c in two}
    claimed = all(c in one for c in two if c.certain)
    return claimed and all(
        (c.site, c.time) in known
        and c.consumers <= known[c.site, c.time].consumers
        and c.read <= known[c.site, c.time].read
        for c in one
    )


def _is_joined(key: Value) -> bool:
    """Is it the key of an entry that a join made of those which one path alone has?"""
    return isinstance(key, Symbol) and key.key[0] in JOINED
