"""The graph that a forward pass builds, in pieces: nodes on which the same results hang. Floor 3.

A backward pass from a result runs all of a piece, or nothing of it: one node can stand for each. The node of a result lies over the
rest of its piece, since all of that is reached from it. A choice, and what an opaque module has built, is a piece by itself: below
a choice, what hangs on which alternative counts as what hangs on which result does.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from retain_lint.domain.autograd_graph import FORWARD, GradNode, NodeId, Reuse, SavedTensor, StorageId
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.state import State
from retain_lint.domain.value import Address, Key, Ref
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
    position; `leaves`: the parameters. `op`, `choice` and `assumption` are the node's; `owners`: the opaque objects that have built
    it, by name; `of_one_graph`: opaque code was given that alone."""

    below: tuple[int, ...]
    reached: frozenset[int]
    leaves: tuple[Address, ...]
    saved: tuple[Saved, ...]
    holds: Ternary
    op: str = FORWARD
    choice: bool = False
    assumption: str = ""
    owners: tuple[Key, ...] = ()
    of_one_graph: bool = False
    again: frozenset[int] = frozenset()


def divide(
    m: Analysis,
    state: State,
    operands: Sequence[Operand],
    storages: Sequence[StorageId],
    roots: Sequence[NodeId | None],
    made: Sequence[GradNode],
) -> tuple[tuple[Piece, ...], dict[NodeId, int]]:
    """The pieces of the graph that a pass has `made`, lower ones first; and the number of each node's piece. `roots`: the nodes of
    the results, and `storages` theirs."""
    nodes = {node.number: node for node in made}
    groups: dict[Hashable, list[GradNode]] = {}
    for number, hanging in _find_hanging(nodes, roots).items():
        groups.setdefault((number, "apart") if is_apart(nodes[number]) else hanging, []).append(nodes[number])
    order = _put_lower_first(list(groups.values()))
    below = _find_arguments_below(nodes, operands)
    piece_of = {node.number: number for number, group in enumerate(order) for node in group}
    return tuple(_describe(m, state, group, operands, storages, piece_of, below) for group in order), piece_of


def is_apart(node: GradNode) -> bool:
    """Is more to be known of it than what it hangs on?"""
    return node.choice or bool(node.assumption)


def _find_hanging(nodes: dict[NodeId, GradNode], roots: Sequence[NodeId | None]) -> dict[NodeId, int]:
    """By node what hangs on it, as a bit each: results, alternatives of choices, and what opaque modules have built; each as far as
    the next of these below."""
    starts: list[tuple[NodeId, ...]] = [() if root is None else (root,) for root in roots]
    for number in sorted(nodes):
        if nodes[number].choice:
            starts += [(alternative,) for alternative in nodes[number].inputs]
        elif is_apart(nodes[number]):
            starts.append(nodes[number].inputs)
    hanging: dict[NodeId, int] = {}
    for bit, start in enumerate(starts):
        stack = [number for number in start if number in nodes]
        while stack:
            number = stack.pop()
            known = hanging.get(number, 0)
            if not known >> bit & 1:
                hanging[number] = known | 1 << bit
                stack += [] if is_apart(nodes[number]) else [n for n in nodes[number].inputs if n in nodes]
    return hanging


def _put_lower_first(groups: list[list[GradNode]]) -> list[list[GradNode]]:
    """Each after those on which it hangs; none hangs on itself by another one."""
    group_of = {node.number: number for number, group in enumerate(groups) for node in group}
    done: dict[int, None] = {}
    stack = list(range(len(groups)))
    while stack:
        number = stack[-1]
        below = {group_of[child] for node in groups[number] for child in node.inputs if child in group_of}
        waiting = [one for one in sorted(below) if one != number and one not in done]
        if waiting:
            stack += waiting
        else:
            done[stack.pop()] = None
    return [groups[number] for number in done]


def _describe(
    m: Analysis,
    state: State,
    nodes: list[GradNode],
    operands: Sequence[Operand],
    storages: Sequence[StorageId],
    piece_of: dict[NodeId, int],
    below: dict[NodeId, frozenset[int]],
) -> Piece:
    first = nodes[0]
    entered = {child for node in nodes for child in node.inputs}
    found = {m.graph[number].leaf for number in entered} - {part.address for part in operands}
    leaves = tuple(sorted(leaf for leaf in found if leaf is not None))
    holds = {node.holds for node in nodes}
    return Piece(
        tuple(sorted({piece_of[child] for child in entered if child in piece_of} - {piece_of[first.number]})),
        frozenset(position for position, part in enumerate(operands) if part.node in entered),
        leaves,
        tuple(_find_saved(state, nodes, operands, leaves, storages)),
        Ternary.YES if Ternary.YES in holds else Ternary.NO if holds == {Ternary.NO} else Ternary.MAYBE,
        first.op if is_apart(first) else FORWARD,
        first.choice,
        first.assumption,
        tuple(owner for owner, built in state.unseen_built.items() if first.number in built) if is_apart(first) else (),
        first.number in m.facts.of_one_graph,
        frozenset() if is_apart(first) else _find_again(nodes, below),
    )


def _find_arguments_below(nodes: dict[NodeId, GradNode], operands: Sequence[Operand]) -> dict[NodeId, frozenset[int]]:
    """By node of a pass, and by node of its arguments, the positions of the arguments on which it hangs."""
    below: dict[NodeId, frozenset[int]] = {}
    for position, part in enumerate(operands):
        if part.node is not None:
            below[part.node] = below.get(part.node, frozenset()) | {position}
    for number in sorted(nodes):
        below[number] = frozenset[int]().union(*(below.get(child, ()) for child in nodes[number].inputs))
    return below


def _find_again(nodes: list[GradNode], below: dict[NodeId, frozenset[int]]) -> frozenset[int]:
    """The arguments whose gradients are computed with what a node of the piece has saved of its own, or another one's, result."""
    inside = {node.number for node in nodes}
    sure = [(node, reuse) for node in nodes for reuse in node.reuses or () if reuse.certain and reuse.node in inside]
    entered = (below.get(number, ()) for node, reuse in sure for number in reuse.wanted_by or (node.number,))
    return frozenset[int]().union(*entered)


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
    for piece in pieces:
        parts = [operands[position] for position in sorted(piece.reached)]
        parts += [operand(m, state, Ref(leaf)) for leaf in piece.leaves]
        parts += [made[number] for number in piece.below]
        held = [(_storage_of(state, saved, operands, storages), saved.certain) for saved in piece.saved]
        kept = tuple(SavedTensor(one, state.version(one), certain) for one, certain in held if one is not None)
        if piece.choice:
            nodes = tuple(dict.fromkeys(part.node for part in parts if part.node is not None))
            made.append(Operand(m.graph.add_choice(nodes, Ternary.YES, piece.op), Ternary.YES))
            continue
        again = _reuse(m, piece, operands) if piece.op == FORWARD else None
        node, requires_grad = add_node(
            m, state, piece.op, parts, kept, piece.holds, span, None, piece.assumption, reuses=again
        )
        made.append(Operand(node, requires_grad))
        if node is not None:
            m.facts.of_one_graph.update([node] if piece.of_one_graph else [])
            for owner in piece.owners:
                state.note_built(owner, node)
    return made


def _reuse(m: Analysis, piece: Piece, operands: Sequence[Operand]) -> tuple[Reuse, ...]:
    """Of the piece's next node. Perhaps a gradient's own graph hangs on it whatever it is a gradient of."""
    number = m.graph.next_number
    wanted = tuple(node for position in sorted(piece.again) if (node := operands[position].node) is not None)
    return (*([Reuse(number, wanted)] if wanted else []), Reuse(number, certain=False))


def _storage_of(
    state: State, saved: Saved, operands: Sequence[Operand], storages: Sequence[StorageId]
) -> StorageId | None:
    if saved.what == "argument":
        return operands[saved.number].storage
    return tensor_at(state, saved.number).storage if saved.what == "leaf" else storages[saved.number]
