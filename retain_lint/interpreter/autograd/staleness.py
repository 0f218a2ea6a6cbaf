"""Live nodes whose saved buffers were written since: what an engine call would find stale. Floor 3."""

from __future__ import annotations

from collections.abc import Iterable, Set

from retain_lint.domain.autograd_graph import GradNode, NodeId, StorageId
from retain_lint.domain.gradients import SiteId
from retain_lint.domain.heap import TensorRecord
from retain_lint.domain.history import Event
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.state import State
from retain_lint.domain.value import Ref
from retain_lint.interpreter.autograd.loop_carried import crosses_iteration, is_before_loop
from retain_lint.interpreter.autograd.must_reach import CertainReach, Ways, find_unavoidable
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.ledger import Traversal
from retain_lint.interpreter.context.owner_names import name_owner


def assumptions_of(m: Analysis, numbers: Iterable[NodeId]) -> tuple[str, ...]:
    """What was taken for granted about the nodes; nothing, if one of them is certain by itself."""
    texts = [m.graph[number].assumption for number in numbers]
    return () if "" in texts else tuple(dict.fromkeys(texts))[:1]


def check_stale(
    m: Analysis, state: State, site: SiteId, numbers: Iterable[NodeId], certain: frozenset[NodeId], ways: Iterable[Ways]
) -> None:
    """Reports the first of the nodes that a call runs, the `certain` ones for sure, whose saved buffers were written since.
    FREED takes precedence (SEMANTICS.md B)."""
    unavoidable = find_unavoidable(certain, ways, lambda number: _is_stale(m, state, number))
    for number in sorted(unavoidable.intersection(numbers), reverse=True)[:1]:
        storage = _stale_storage(m, state, number)
        assert storage is not None, "it was found by this"
        entry = _enter_stale(m, state, site, m.graph[number], storage)
        entry.stale.update(other for other in numbers if _may_be_stale(m, state, other))
        return
    if not any(_may_be_stale(m, state, number) for number in numbers):
        m.ledger.unchanged[site][state.loops] += 1
        return
    m.ledger.perhaps_changed[site].add(state.loops)
    if m.budget.most_paths == 1:
        m.suspect("stale")


def is_useless(m: Analysis, state: State, root: NodeId) -> bool:
    """Would torch refuse, from now on, every engine call that starts at this node, since it comes to a stale one for sure?"""
    reach = CertainReach(m, state, {node.number: node for node in m.graph.reach([root])})
    certain = reach.follow([root])
    return bool(find_unavoidable(certain, reach.ways.values(), lambda number: _is_stale(m, state, number)))


def is_perhaps_stepped(m: Analysis, state: State, root: NodeId) -> bool:
    """Has an optimiser of which it is not known what it owns taken a step since something below the node saved weights?"""
    saved = (s for node in m.graph.reach([root]) for s in node.saved)
    written = (state.writes[s.storage] for s in saved if state.staleness(s.storage, s.version) is not Ternary.NO)
    return any(w.by_step and w.event is not None and w.event.location in m.facts.unknown_steps for w in written)


def _may_be_stale(m: Analysis, state: State, number: NodeId) -> bool:
    """Has the node perhaps saved a storage that was perhaps written since?"""
    saved = m.graph[number].saved
    return any(state.staleness(s.storage, s.version) is not Ternary.NO for s in saved)


def _is_stale(m: Analysis, state: State, number: NodeId) -> bool:
    return _stale_storage(m, state, number) is not None


def _stale_storage(m: Analysis, state: State, number: NodeId) -> StorageId | None:
    """The first storage that the node has saved and that was written since, both for sure."""
    if number in state.cured or number in state.freed:
        return None
    saved = (s for s in m.graph[number].saved if s.certain)
    return next((s.storage for s in saved if state.staleness(s.storage, s.version) is Ternary.YES), None)


def _enter_stale(m: Analysis, state: State, site: SiteId, node: GradNode, storage: int) -> Traversal:
    write = state.writes[storage]
    assert write.event is not None
    entry: Traversal = m.ledger.stale[site, write.event.location]
    entry.errors += 1
    entry.erred.add(state.loops)
    entry.chosen |= m.is_path_taken(state)
    if entry.built is None:
        entry.built, entry.write = node.built, write.event
        entry.by_step, entry.silent = write.by_step or _is_of_leaf(state, storage), write.silent
        entry.carried = crosses_iteration(node.stamp, state.loops, False)
        entry.before_loop = is_before_loop(node.stamp, state.loops)
        entry.what = _owner_name(m, state, storage) or _storage_name(state, storage)
        entry.assumptions = assumptions_of(m, [node.number])
    state.suppress(n.number for n in m.graph.reach([node.number]))
    return entry


def _is_of_leaf(state: State, storage: int) -> bool:
    return any(isinstance(r, TensorRecord) and r.leaf and r.storage == storage for r in state.heap.values())


def _owner_name(m: Analysis, state: State, storage: int) -> str:
    """Of a parameter: the smallest module that holds all parameters of the same optimisers."""
    tensors = {leaf: record for leaf in m.ledger.owners if isinstance(record := state.get(leaf), TensorRecord)}
    own = next((leaf for leaf, record in tensors.items() if record.storage == storage), None)
    if own is None:
        return ""
    alike = [leaf for leaf in tensors if m.ledger.owners[leaf] == m.ledger.owners[own]]
    return name_owner(tensors[leaf].path for leaf in (own, *alike))


def _storage_name(state: State, storage: int) -> str:
    """What the program calls a tensor: its own name, or else a variable's."""
    tensors = {
        address: record
        for address, record in state.heap.items()
        if isinstance(record, TensorRecord) and record.storage == storage
    }
    names = (record.name for record in tensors.values())
    variables = (
        name
        for frame in state.frames.values()
        for name, value in frame.variables.items()
        if not name.startswith("%") and isinstance(value, Ref) and value.address in tensors
    )
    return next((name for name in (*names, *variables) if name), "")


def refuse_saved(m: Analysis, tensor: TensorRecord) -> None:
    """A tensor is detached in place: a node that was given it and has saved it finds no history there, and torch raises "Trying
    to use a saved tensor that has been detached in-place". One that has saved it as its own result, or a view, goes on."""
    node = tensor.node
    if node is None or m.graph[node].leaf is not None:
        return
    for user in m.graph.nodes[node + 1 :]:
        if node in user.inputs and any(saved.storage == tensor.storage and saved.certain for saved in user.saved):
            m.facts.refused.add(user.number)


def is_refused(m: Analysis, state: State, numbers: Iterable[NodeId]) -> bool:
    """Does a call that runs these nodes end at one that has saved what was detached in place? Freed buffers take precedence."""
    return any(number not in state.freed for number in m.facts.refused.intersection(numbers))


def first_write(m: Analysis, state: State, certain: Set[NodeId]) -> Event | None:
    """The write that would make the call fail had the graph been retained."""
    for number in sorted(certain):
        for saved in m.graph[number].saved:
            if saved.certain and state.staleness(saved.storage, saved.version) is Ternary.YES:
                return state.writes[saved.storage].event
    return None
