"""Nodes of the autograd graph. Floor 2.

A node is made once, by one execution of one operation, and never changes: what happens to it (freed, retained) is part
of the state. Nodes live in an arena that all states share; a state refers to them by number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from retain_lint.domain.history import Event, Expression, expression_of
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.value import Address

NodeId: TypeAlias = int
StorageId: TypeAlias = int
#: (loop, iteration) of every loop that is running, outermost first
LoopStamp: TypeAlias = "tuple[tuple[int, int], ...]"
#: the iterations among them of loops that are unrolled whole: each is a place of its own, as if written out
Visit: TypeAlias = "tuple[int, ...]"

#: the operation of choices: of what a tensor is on one of several paths, or one of several tensors (`max`); and of what a
#: container or an unseen callee was given, which may come out again, or something else
JOINED, HELD = "joined", "held"
#: a part of what an opaque callee returned
PART = "part"
#: the graph of a whole forward pass
FORWARD = "forward"


@dataclass(frozen=True, slots=True)
class SavedTensor:
    """A buffer of a node: stale once the storage's version passes `version`. `certain` False: perhaps not saved."""

    storage: StorageId
    version: int
    certain: bool = True


@dataclass(frozen=True, slots=True)
class Reuse:
    """What a gradient computed with create_graph hangs on by one buffer of a node: the node behind the saved tensor
    (the node itself, if it is its result). The buffer is read for the gradients of the inputs `wanted_by` (empty: of
    any). `certain` False: perhaps."""

    node: NodeId
    wanted_by: tuple[NodeId, ...] = ()
    certain: bool = True


@dataclass(frozen=True, slots=True)
class GradNode:
    """One executed operation. `holds`: does a backward without retain release anything in it (SEMANTICS.md A).
    `requires_grad` MAYBE: it may not be a node at all. `leaf`: the parameter that gradients arrive at (AccumulateGrad).
    `choice`: stands for one of its inputs, not known which. `module`: a name for the owner of the operation's weights.
    `uses`: which expressions handed which input node in, that of the outermost call first. `reuses`: where its gradient's
    graph attaches; None: to the node itself, as far as can be told."""

    number: NodeId
    op: str
    inputs: tuple[NodeId, ...]
    saved: tuple[SavedTensor, ...]
    holds: Ternary
    requires_grad: Ternary
    built: Event
    stamp: LoopStamp
    leaf: Address | None = None
    choice: bool = False
    assumption: str = ""
    uses: tuple[tuple[NodeId, tuple[Event, ...]], ...] = ()
    reuses: tuple[Reuse, ...] | None = None

    @property
    def is_source(self) -> bool:
        """Does a graph begin here: at a leaf, or where opaque code may have built one?"""
        return not self.inputs and self.op != "unknown"


@dataclass(frozen=True, slots=True)
class Edge:
    """`child` is an input of `parent`; `at` is the expression whose value it is."""

    parent: NodeId
    child: NodeId
    at: Expression


@dataclass(slots=True)
class Graph:
    """The arena: every node ever made in this analysis. Append-only, hence safe to share between states."""

    nodes: list[GradNode] = field(default_factory=list)
    #: the leaves that a node leads to, where they were asked for: nodes never change
    _leaves: dict[NodeId, frozenset[Address]] = field(default_factory=dict)
    #: the edges of the first `_indexed` nodes, by their expressions
    _edges: dict[Expression, list[Edge]] = field(default_factory=dict)
    _indexed: int = 0

    def __getitem__(self, number: NodeId) -> GradNode:
        return self.nodes[number]

    def add(self, node: GradNode) -> NodeId:
        """Stores a node made with `number` equal to `next_number`."""
        self.nodes.append(node)
        return node.number

    @property
    def next_number(self) -> NodeId:
        """The number of the next node."""
        return len(self.nodes)

    def add_choice(self, inputs: tuple[NodeId, ...], requires_grad: Ternary, op: str = HELD) -> NodeId:
        """Adds a node that is one of the inputs, not known which; of a single one it is known not even that."""
        last = self[inputs[-1]]
        return self.add(
            GradNode(self.next_number, op, inputs, (), Ternary.NO, requires_grad, last.built, last.stamp, choice=True)
        )

    def reach(
        self, roots: Iterable[NodeId], ends_at: Callable[[GradNode], bool] = lambda _: False
    ) -> Iterator[GradNode]:
        """Every node below the roots, roots included, each once, but for those below nodes that it `ends_at`."""
        seen = set(roots)
        stack = list(seen)
        while stack:
            node = self.nodes[stack.pop()]
            yield node
            if ends_at(node):
                continue
            fresh = [number for number in node.inputs if number not in seen]
            seen.update(fresh)
            stack.extend(fresh)

    def leaves_below(self, number: NodeId) -> frozenset[Address]:
        """The leaves that a node leads to, itself included."""
        pending = [] if number in self._leaves else [number]
        while pending:
            node = self.nodes[pending[-1]]
            unknown = [child for child in node.inputs if child not in self._leaves]
            if unknown:
                pending.extend(unknown)
            else:
                self._leaves[pending.pop()] = self._join_leaves(node)
        return self._leaves[number]

    def _join_leaves(self, node: GradNode) -> frozenset[Address]:
        """The leaves of a node whose inputs' leaves are known; a set that an input has already is shared."""
        own = frozenset() if node.leaf is None else frozenset((node.leaf,))
        joined = own.union(*(self._leaves[child] for child in node.inputs))
        return next((known for child in node.inputs if (known := self._leaves[child]) == joined), joined)

    def edges_at(self, expressions: Iterable[Expression]) -> list[Edge]:
        """The edges of these expressions."""
        for node in self.nodes[self._indexed :]:
            for child, events in node.uses:
                for event in events:
                    at = expression_of(event)
                    self._edges.setdefault(at, []).append(Edge(node.number, child, at))
        self._indexed = len(self.nodes)
        return [edge for at in expressions for edge in self._edges.get(at, ())]

    def leads_to(self, roots: Iterable[NodeId], targets: frozenset[NodeId]) -> frozenset[NodeId]:
        """The nodes below the roots that lie on a path to a target, targets included. Inputs are always older than
        the nodes they feed, so one pass in order of number decides."""
        leading = set()
        for number in sorted(node.number for node in self.reach(roots)):
            node = self.nodes[number]
            if number in targets or any(child in leading for child in node.inputs):
                leading.add(number)
        return frozenset(leading)
