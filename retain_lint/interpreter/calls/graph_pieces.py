"""The graph that a forward pass builds, in pieces: nodes on which the same results hang. Floor 3.

A backward pass from a result runs all of a piece, or nothing of it: one node can stand for each. The node of a result lies over the
rest of its piece, since all of that is reached from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from retain_lint.domain.autograd_graph import FORWARD, GradNode, NodeId, SavedTensor, StorageId
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.state import State
from retain_lint.domain.value import Address, Ref
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.heap.known_records import tensor_at
from retain_lint.interpreter.heap.tensors import Operand, add_node, operand
from retain_lint.source import Span


class Saved(NamedTuple):
    """What a node saves of what outlives the pass: the argument of a position, the parameter at an address, or the result whose
    storage has this number. Not `certain`: perhaps."""

    what: Literal["argument", "leaf", "result"]
    number: int
    certain: bool


@dataclass(frozen=True, slots=True)
class Piece:
    """Nodes of a pass that one node stands for. `below`: the pieces on which they hang, by number; `reached`: the arguments, by
    position; `leaves`: the parameters."""

    below: tuple[int, ...]
    reached: frozenset[int]
    leaves: tuple[Address, ...]
    saved: tuple[Saved, ...]
    holds: Ternary


def divide(
    m: Analysis,
    state: State,
    operands: Sequence[Operand],
    storages: Sequence[StorageId],
    reached: Sequence[frozenset[NodeId]],
) -> tuple[tuple[Piece, ...], dict[NodeId, int]]:
    """The pieces of the graph on which results hang, those `reached` from each, lower ones first; and the number of each node's
    piece. `storages`: those of the results."""
    hanging: dict[NodeId, int] = {}
    for number, nodes in enumerate(reached):
        for node in nodes:
            hanging[node] = hanging.get(node, 0) | 1 << number
    groups: dict[int, list[GradNode]] = {}
    for node in sorted(hanging):
        groups.setdefault(hanging[node], []).append(m.graph[node])
    order = sorted(
        groups, key=lambda results: -results.bit_count()
    )  # what lies below a piece has its results, and more
    numbers = {results: number for number, results in enumerate(order)}
    piece_of = {node: numbers[results] for node, results in hanging.items()}
    return tuple(_describe(m, state, groups[results], operands, storages, piece_of) for results in order), piece_of


def _describe(
    m: Analysis,
    state: State,
    nodes: list[GradNode],
    operands: Sequence[Operand],
    storages: Sequence[StorageId],
    piece_of: dict[NodeId, int],
) -> Piece:
    own = piece_of[nodes[0].number]
    entered = {child for node in nodes for child in node.inputs}
    found = {m.graph[number].leaf for number in entered} - {part.address for part in operands}
    leaves = tuple(sorted(leaf for leaf in found if leaf is not None))
    holds = {node.holds for node in nodes}
    return Piece(
        tuple(sorted({piece_of[child] for child in entered if child in piece_of} - {own})),
        frozenset(position for position, part in enumerate(operands) if part.node in entered),
        leaves,
        tuple(_find_saved(state, nodes, operands, leaves, storages)),
        Ternary.YES if Ternary.YES in holds else Ternary.NO if holds == {Ternary.NO} else Ternary.MAYBE,
    )


def _find_saved(
    state: State,
    nodes: list[GradNode],
    operands: Sequence[Operand],
    leaves: tuple[Address, ...],
    storages: Sequence[StorageId],
) -> Iterator[Saved]:
    saved: dict[StorageId | None, bool] = {}
    for kept in (kept for node in nodes for kept in node.saved):
        saved[kept.storage] = saved.get(kept.storage, False) or kept.certain
    for position, part in enumerate(operands):
        if part.storage in saved:
            yield Saved("argument", position, saved[part.storage])
    for leaf in leaves:
        if (storage := tensor_at(state, leaf).storage) in saved:
            yield Saved("leaf", leaf, saved[storage])
    for number, storage in enumerate(storages):
        if storage in saved:
            yield Saved("result", number, saved[storage])


def grow(
    m: Analysis,
    state: State,
    pieces: Sequence[Piece],
    operands: Sequence[Operand],
    storages: Sequence[StorageId],
    span: Span,
) -> list[Operand]:
    """A node in place of each piece, for other arguments and results."""
    made: list[Operand] = []

    def keep(saved: Saved) -> Iterator[SavedTensor]:
        if saved.what == "argument":
            storage = operands[saved.number].storage
        else:
            storage = tensor_at(state, saved.number).storage if saved.what == "leaf" else storages[saved.number]
        if storage is not None:
            yield SavedTensor(storage, state.version(storage), saved.certain)

    for piece in pieces:
        parts = [operands[position] for position in sorted(piece.reached)]
        parts += [operand(m, state, Ref(leaf)) for leaf in piece.leaves]
        parts += [made[number] for number in piece.below]
        kept = tuple(one for saved in piece.saved for one in keep(saved))
        made.append(Operand(*add_node(m, state, FORWARD, parts, kept, piece.holds, span)))
    return made
