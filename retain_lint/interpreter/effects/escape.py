"""Graphs that leave sight: what code that cannot be seen is handed, and what an object gives out by methods that no call
names. Floor 3."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import replace
from functools import reduce
from itertools import takewhile

from retain_lint.domain.autograd_graph import JOINED, NodeId
from retain_lint.domain.call_verdict import Doubt, Reason
from retain_lint.domain.heap import DictRecord, InstanceRecord, LayerRecord, ListRecord, TensorRecord
from retain_lint.domain.joined_values import is_lost
from retain_lint.domain.key_index import owner_of
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.plain_data import ARRAYS
from retain_lint.domain.retained import Kept
from retain_lint.domain.state import Freed, State
from retain_lint.domain.value import Address, FunctionValue, Key, Ref, Symbol, Value
from retain_lint.domain.value_numbers import numbers_in
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.effects.opaque_objects import built_by, hangs_on_data, held_unseen
from retain_lint.interpreter.heap.access_paths import led_to
from retain_lint.interpreter.heap.provenance import roots_in, roots_of
from retain_lint.interpreter.heap.tensors import any_graph_in, graph_operands, known_nodes, new_tensor
from retain_lint.interpreter.heap.unbound_names import is_bound_unseen
from retain_lint.interpreter.heap.unset_attributes import is_set_unseen
from retain_lint.source import Location

#: stands for the call by which code that is not followed may have freed a graph
OPAQUE_CODE = -1


def escape(
    m: Analysis,
    state: State,
    values: tuple[Value, ...],
    reason: Reason = Reason.TO_OPAQUE_CODE,
    to: Location | None = None,
) -> None:
    """Code that cannot be seen may send these tensors backward: their graphs may be freed, and a retain needed. `to`: the
    place where they escape, if that is not the running expression."""
    roots = [part.node for part in graph_operands(m, state, values) if part.node is not None]
    _escape_from(m, state, roots, Doubt(reason, to or m.here()))


def reason_to(callee: Value) -> Reason:
    """Why what an opaque callee is given escapes: that callee is not known, or lost among several joined ones; or it is a function
    of the project that is not followed, for want of budget."""
    if isinstance(callee, FunctionValue):
        return Reason.STEPS
    lost = isinstance(callee, Symbol) and is_lost(callee.key)
    return Reason.PATHS if lost else Reason.TO_OPAQUE_CODE


def escape_joined(m: Analysis, state: State, nodes: Iterable[NodeId]) -> None:
    """What is one of several objects, not known which, may send backward what it has built, or build on it."""
    _escape_from(m, state, sorted(nodes), Doubt(Reason.PATHS, m.here()))


def _escape_from(
    m: Analysis, state: State, roots: list[NodeId], doubt: Doubt, entered: Set[NodeId] = frozenset()
) -> None:
    """What is `entered` by the running engine call is needed or not by that call itself."""
    for node in m.graph.reach(roots):
        if node.number in entered:
            continue
        kept = state.still_kept(node.number)
        if kept is not None:
            for site in kept.sites:
                m.ledger.retains[site].note_escape(doubt, crowded=state.crowded)
        if node.holds is not Ternary.NO and node.number not in state.freed and node.leaf is None:
            state.free(node.number, Freed(OPAQUE_CODE, state.loops, certain=False))
            m.facts.escaped.setdefault(node.number, doubt)


def hand_out(m: Analysis, state: State, values: tuple[Value, ...], reason: Reason = Reason.TO_OPAQUE_CODE) -> None:
    """From now on these graphs may be sent backward out of sight: what retains them later may be needed too."""
    escape(m, state, values, reason)
    roots = (part.node for part in graph_operands(m, state, values) if part.node is not None)
    nodes = (node for node in m.graph.reach(roots) if node.holds is not Ternary.NO and node.leaf is None)
    _note_handed(m, (node.number for node in nodes), reason)


def confine_raised(m: Analysis, statement: Location) -> None:
    """No code in view catches what a `raise` statement makes: on the paths that go past it nothing was handed out by it."""
    handed = list(takewhile(lambda n: _is_made_by(m.facts.handed_out[n], statement), reversed(m.facts.handed_out)))
    for number in handed:
        del m.facts.handed_out[number]


def _is_made_by(doubt: Doubt, statement: Location) -> bool:
    return doubt.reason is Reason.TO_HANDLER and doubt.where is not None and statement.contains(doubt.where)


def escape_kept(m: Analysis, state: State, values: Iterable[Value], reason: Reason = Reason.TO_OPAQUE_CODE) -> None:
    """What retained these graphs, unless they are data, may have been needed by opaque code; nothing is said to have freed them
    there."""
    if not state.kept:
        return
    for node in m.graph.reach(root for root in known_nodes(m, state, values) if not hangs_on_data(m, root)):
        kept = state.still_kept(node.number) if node.holds is not Ternary.NO and node.op != "unknown" else None
        for site in () if kept is None else kept.sites:
            m.ledger.retains[site].note_escape(Doubt(reason, m.here()), crowded=state.crowded)


def escape_shared(m: Analysis, path: State, start: State, age: int) -> None:
    """What a thread's path has retained since its start, of graphs built before the node `age`, the path that started it may
    still need."""
    for number, kept in path.kept.items():
        before = start.kept.get(number)
        if number < age and m.graph[number].holds is not Ternary.NO:
            for site in kept.sites if before is None else set(kept.sites).difference(before.sites):
                m.ledger.retains[site].note_escape(Doubt(Reason.TO_OPAQUE_CODE, m.here()), crowded=path.crowded)


def keep_graphs(m: Analysis, state: State, values: Iterable[Value]) -> list[Value]:
    """Those of the values in which a graph is seen: neither parameters alone nor what is only unknown."""
    return [value for value in values if any_graph_in(m, state, [value]) is not None]


def _note_handed(m: Analysis, nodes: Iterable[NodeId], reason: Reason) -> None:
    doubt = Doubt(reason, m.here())
    for number in nodes:
        m.facts.handed_out.setdefault(number, doubt)


def escape_hidden(m: Analysis, state: State, nodes: Iterable[NodeId]) -> None:
    """An unknown value that comes of an object or a container (an item, an element) may be any graph that it holds: a call
    that retains the one may retain the other."""
    reached = frozenset(nodes)
    if not any(m.graph[number].is_source for number in reached):  # what requires grad can only be what is unknown
        _note_alone(m, state, [number for number in reached if m.graph[number].op == "unknown"])
    for node in sorted(n for n in reached if m.facts.is_perhaps_another(n)):
        built = list(held_unseen(m, state, node, reached))
        _escape_from(m, state, built, Doubt(Reason.ALIAS, m.here()))
        _note_handed(m, [node] if built else [], Reason.ALIAS)
    unknown = reached.intersection(m.facts.unknown_keys)
    _note_handed(m, (n for n in unknown if is_set_unseen(m, state, m.facts.unknown_keys[n])), Reason.ALIAS)
    for node in sorted(unknown):
        _escape_behind_name(m, state, node, m.facts.unknown_keys[node], reached)
    asked = reached.intersection(m.facts.given_out_by)
    if any(m.graph[number].is_source for number in reached - asked):
        return
    for node in sorted(asked - unknown):  # nothing else is known that requires grad
        _escape_behind_name(m, state, node, m.facts.given_out_by[node], reached)
    names = [*(m.facts.unknown_keys[node] for node in unknown), *(m.facts.given_out_by[node] for node in asked)]
    if any(is_bound_unseen(m, root) for name in names for root in roots_of(m, name)):
        frames = {*m.program.globals.values(), *(context.frame for context in m.stack)} & state.frames.keys()
        escape(m, state, tuple(v for frame in sorted(frames) for v in state.variables(frame).values()), Reason.ALIAS)


def _note_alone(m: Analysis, state: State, nodes: Sequence[NodeId]) -> None:
    """Unknown values are sent backward, and no known graph: another part of what they are parts of may lie on the same graph."""
    _note_handed(m, nodes, Reason.ALIAS)
    owners = unknown_owners(m, state, nodes)
    for retain in m.ledger.retains.values():
        if not owners.isdisjoint(retain.beside):
            retain.note_escape(Doubt(Reason.ALIAS, m.here()), crowded=state.crowded)


def unknown_owners(m: Analysis, state: State, nodes: Iterable[NodeId]) -> set[Key]:
    """The names of what the unknown values of these nodes are parts of, or were computed of; of none that access paths lead to
    data."""
    keys = m.facts.unknown_keys
    roots = (root for node in nodes if node in keys for root in roots_of(m, keys[node]))
    return {owner_of(root) for root in roots if not _leads_to_data(state, root)}


def _leads_to_data(state: State, name: Key) -> bool:
    led = led_to(state, name) or ()
    return bool(led) and all(ARRAYS.covers(state, value) for value in led)


def _escape_behind_name(m: Analysis, state: State, node: NodeId, name: Key, reached: Set[NodeId]) -> None:
    """A value of that name is sent backward, on whose graph the node stands."""
    held = tuple(dict.fromkeys(value for root in roots_of(m, name) for value in _behind(state, root)))
    roots = {part.node for part in graph_operands(m, state, held) if part.node is not None}
    _escape_from(m, state, sorted(roots), Doubt(Reason.ALIAS, m.here()), reached)
    m.facts.may_be[node].update(number for number in roots - reached if _is_seen(m, number))


def keep_behind(m: Analysis, state: State, kept: Kept, nodes: Sequence[NodeId]) -> None:
    """A call retains these nodes, and with them whatever graphs the unknown values among them may be."""
    roots = (root for number in nodes for root in m.facts.may_be.get(number, ()))
    running = frozenset(nodes)
    for node in m.graph.reach(roots):
        if node.holds is not Ternary.NO and node.leaf is None and node.number not in running:
            state.keep(node.number, kept)


def escape_behind(m: Analysis, state: State, values: Iterable[Value]) -> None:
    """What is sent backward are tensors, though they were taken for data: they may hang on any graph that the opaque objects
    have built of which they come."""
    roots = (root for value in values for root in roots_in(m, value))
    _escape_from(m, state, list(built_by(m, state, roots, frozenset())), Doubt(Reason.ALIAS, m.here()))


def _is_seen(m: Analysis, number: NodeId) -> bool:
    """Is it known to be a graph, and not only that it may be one (what unseen code makes of data, or a part of that)?"""
    return m.graph[number].op != "leaf" and not hangs_on_data(m, number)


def _behind(state: State, key: Key) -> Iterator[Value]:
    """What holds the unknown value of that name, or was given to it."""
    kinds = (InstanceRecord, ListRecord, DictRecord, TensorRecord)
    led = led_to(state, key)
    yield from led or ()
    key = _without_indices(key)
    for number in sorted(set(numbers_in(key))) if led is None else ():
        record = state.get(number)
        if isinstance(record, kinds):
            yield Ref(number)
        elif isinstance(record, LayerRecord):
            yield from (child for _, child in record.children if state.tensor(child) is not None)
    yield from (value for part in _keys_in(key) for _, value in state.attached(part))


def _without_indices(key: Key) -> Key:
    """The name of what something is found in: it does not hang on the index by which it is found."""
    parts = key[:2] if key[0] == "item" else key
    return tuple([_without_indices(part) if isinstance(part, tuple) and part else part for part in parts])


def _keys_in(key: Key) -> Iterator[Key]:
    """A name, and those that it is made of."""
    yield key
    for part in key:
        if isinstance(part, tuple):
            yield from _keys_in(part)
        elif isinstance(part, Symbol):
            yield from _keys_in(part.key)


def weaken_value(m: Analysis, state: State, value: Value) -> Value:
    """A weak update of a place that holds the value: perhaps it holds it still, perhaps something else without its graph."""
    return any_graph_in(m, state, [value]) or value


def weaken_attributes(
    state: State, address: Address, record: InstanceRecord, weakened: Callable[[str, Value], Value]
) -> None:
    """A weak update of an object's attributes, by name and value."""
    pairs = tuple((name, weakened(name, value)) for name, value in record.attributes)
    if pairs != record.attributes:
        state.put(address, replace(record, attributes=pairs))


def pick_tensor(m: Analysis, state: State, tensors: Sequence[Value]) -> Ref | None:
    """A tensor that is one of these, not known which; None if none of them has a graph."""
    records = [record for record in map(state.tensor, tensors) if record is not None]
    nodes = tuple(sorted({record.node for record in records if record.node is not None}))
    if not nodes or len(records) < len(tensors):
        return any_graph_in(m, state, tensors)
    requires_grad = reduce(Ternary.join, (record.requires_grad for record in records))
    return new_tensor(m, state, m.graph.add_choice(nodes, requires_grad, JOINED), requires_grad, opaque=True)
