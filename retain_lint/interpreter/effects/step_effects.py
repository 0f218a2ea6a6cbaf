"""What a run of a step of the program's own optimiser has done to what was there before: gradients read, parameters written,
other data kept. Floor 3."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from retain_lint.domain.autograd_graph import NodeId, StorageId
from retain_lint.domain.base import changed
from retain_lint.domain.heap import (
    DictRecord,
    InstanceRecord,
    ListRecord,
    OptimizerRecord,
    Record,
    TensorRecord,
    lookup,
)
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.state import State, Write
from retain_lint.domain.value import NONE, Address, Key, Ref, Symbol, Tuple, Value
from retain_lint.domain.value_numbers import numbers_in
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.program import StepEffect
from retain_lint.interpreter.effects.result_kinds import ABSENT, kind_of
from retain_lint.interpreter.heap.known_records import instance_at
from retain_lint.interpreter.heap.library_parts import OPTIMIZER_PART
from retain_lint.interpreter.heap.tensors import graph_operands

#: what else of a path a step leaves as it is
_UNTOUCHED = ("cured", "updates", "grad_mode", "engine_ran")
_Found = dict[str, list[Value]]


@dataclass(frozen=True, slots=True)
class Start:
    """The path before a step of the optimiser `made`, and the last number of an object that no step has made, and the first of
    a node that one has; the parameters of the optimiser by their storage; `held`: what it holds that is younger than itself,
    with the names of its attributes that lead there."""

    state: State
    made: Ref
    counter: int
    node: NodeId
    parameters: Mapping[StorageId, Address]
    held: Mapping[Address, frozenset[str]]


def take_start(m: Analysis, state: State, made: Ref, first: Start | None = None) -> Start:
    """To be taken of a copy of the path, since runs change theirs. `first`: that of an earlier step."""
    parameters = {
        record.storage: leaf
        for leaf in leaves_behind(state, made)
        if isinstance(record := state.get(leaf), TensorRecord)
    }
    counter, node = (m.counter, m.graph.next_number) if first is None else (first.counter, first.node)
    return Start(state, made, counter, node, parameters, _held_by(state, made))


def leaves_behind(state: State, made: Ref) -> tuple[Address, ...]:
    """The parameters of the optimiser behind an object."""
    part = _part_of(state, made)
    return () if part is None else part.leaves


def shows(start: Start) -> bool:
    """Can a step be seen at work? Parameters without gradients are left as they are, but of unknown ones nobody knows that."""
    part = _part_of(start.state, start.made)
    full = any(start.state.gradients.get(leaf) for leaf in start.parameters.values())
    return full or part is not None and not part.exact


def _part_of(state: State, made: Ref) -> OptimizerRecord | None:
    part = state.record(lookup(instance_at(state, made.address).attributes, OPTIMIZER_PART) or NONE)
    return part if isinstance(part, OptimizerRecord) else None


def _held_by(state: State, made: Ref) -> dict[Address, frozenset[str]]:
    found: dict[Address, frozenset[str]] = {}
    pending = list(instance_at(state, made.address).attributes)
    unknown = unknown_in(state, made)
    for key, stored in state.overlay.items():
        name = attribute_of(unknown, key, made)
        pending += [] if name is None else [(name, value) for _, value in stored]
    while pending:
        name, value = pending.pop()
        inner = value.items if isinstance(value, Tuple) else ()
        if isinstance(value, Ref) and value.address > made.address and name not in found.get(value.address, ()):
            record = state.get(value.address)
            if _is_own(record):
                found[value.address] = found.get(value.address, frozenset()) | {name}
                inner = _items_of(record)
        pending += [(name, item) for item in inner]
    return found


def _is_own(record: Record | None) -> bool:
    return isinstance(record, (ListRecord, DictRecord)) or isinstance(record, TensorRecord) and not record.leaf


def _items_of(record: Record | None) -> tuple[Value, ...]:
    if isinstance(record, DictRecord):
        return tuple(value for _, value in record.items)
    return record.items if isinstance(record, ListRecord) else ()


def effect_of(m: Analysis, start: Start, outcome: Outcome, used: bool) -> StepEffect | None:
    """What a run has done on one path; None if that is more than such a step does."""
    after = outcome.state
    attributes, unseen, written = _kept_in(start, after), _kept_on(start, after), _written(start, after)
    kind = kind_of(after, outcome.value) if used else ABSENT
    if attributes is None or unseen is None or written is None or kind is None or not _keeps_graphs(start, after):
        return None
    if any(_holds_graph(m, start, after, values) for values in (*attributes.values(), *unseen.values())):
        return None
    full = {leaf for leaf in start.parameters.values() if start.state.gradients.get(leaf)}
    return StepEffect(
        next(iter(written.values()), None),
        all(leaf in written and _is_certain(start, written[leaf], leaf) for leaf in full),
        not full.issuperset(written),
        after.unknown_reach and not start.state.unknown_reach,
        _blurs(start.state, after),
        frozenset((*attributes, *unseen)),
        (kind,),
    )


def _kept_in(start: Start, after: State) -> _Found | None:
    """The attributes of the optimiser that hold something else, in which way ever; None if other objects have changed."""
    heap, found = start.state.heap, _Found()
    for address in changed(after.heap, heap):
        old, new = heap.get(address), after.heap[address]
        if old is None or old == new or address > start.counter:
            continue
        if address == start.made.address and isinstance(old, InstanceRecord) and isinstance(new, InstanceRecord):
            pairs = _changed_pairs(old, new)
            if pairs is None:
                return None
            for name, value in pairs:
                found.setdefault(name, []).append(value)
        elif address in start.held:
            for name in start.held[address]:
                found.setdefault(name, []).append(Ref(address))
        else:
            return None
    return found


def _changed_pairs(old: InstanceRecord, new: InstanceRecord) -> list[tuple[str, Value]] | None:
    was, now = dict(old.attributes), dict(new.attributes)
    if not was.keys() <= now.keys() or replace(old, attributes=new.attributes) != new:
        return None
    return [(name, value) for name, value in now.items() if was.get(name) != value]


def _kept_on(start: Start, after: State) -> _Found | None:
    """The unknown attributes of the optimiser on which something is stored; None if that is so of other unknown values."""
    found, unknown = _Found(), unknown_in(start.state, start.made)
    for key in changed(after.overlay, start.state.overlay):
        if after.overlay[key] == start.state.overlay.get(key) or max(numbers_in(key), default=0) > start.counter:
            continue
        name = attribute_of(unknown, key, start.made)
        if name is None:
            return None
        found.setdefault(name, []).extend(value for _, value in after.overlay[key])
    return found


def unknown_in(state: State, made: Ref) -> dict[Key, str]:
    """The names of the unknown values that the object holds, with the attributes that hold them."""
    return {value.key: name for name, value in instance_at(state, made.address).attributes if isinstance(value, Symbol)}


def attribute_of(held: Mapping[Key, str], key: Key, made: Ref) -> str | None:
    """The attribute of the object in which the unknown value of that name is found: it is read there by that name, or `held`
    (see `unknown_in`)."""
    while key not in held:
        if not key or key[0] not in ("attr", "item") or not isinstance(key[1], tuple):
            return None
        if key[0] == "attr" and key[1] == ("object", made):
            return str(key[2])
        key = key[1]
    return held[key]


def _written(start: Start, after: State) -> dict[Address, Write] | None:
    """The last writes of parameters; None if other tensors were written that were there."""
    before, found = start.state, dict[Address, Write]()
    tensors = {address: record for address, record in before.heap.items() if isinstance(record, TensorRecord)}
    older = {record.storage for address, record in tensors.items() if address <= start.counter}
    held = {tensors[address].storage for address in start.held if address in tensors}
    for number in changed(after.writes, before.writes):
        write = after.writes[number]
        if write.version == before.version(number):
            continue
        if number in start.parameters:
            found[start.parameters[number]] = write
        elif number in older - held:
            return None
    return found


def _is_certain(start: Start, write: Write, leaf: Address) -> bool:
    record = start.state.get(leaf)
    return isinstance(record, TensorRecord) and write.certain > start.state.version(record.storage)


def _keeps_graphs(start: Start, after: State) -> bool:
    """Are the older graphs what they were, and the gradients, but that these may have been read, or are perhaps gone? Where
    paths have met, what is known of what was freed and written may be less certain."""
    before = start.state
    if any(getattr(before, name) != getattr(after, name) for name in _UNTOUCHED):
        return False
    lives = (after.steps.items() <= before.steps.items(), after.causes.keys() <= before.causes.keys())
    older = {number for number in (*after.freed, *after.kept) if number < start.node}
    same = all(number in before.freed for number in older & after.freed.keys())
    kept = all(before.kept.get(number) == after.kept[number] for number in older & after.kept.keys())
    if not (all(lives) and same and kept and _sources(before) == _sources(after)):
        return False
    own = set(start.parameters.values())
    return all(added == after.gradients.get(leaf, ()) for leaf, added in before.gradients.items() if leaf not in own)


def _sources(state: State) -> dict[Address, list[tuple[int, frozenset[Address]]]]:
    return {leaf: [(c.time, c.consumers) for c in added] for leaf, added in state.gradients.items() if added}


def _blurs(before: State, after: State) -> bool:
    """Are gradients perhaps gone?"""
    return any(
        old.certain and not new.certain
        for leaf, added in before.gradients.items()
        for old, new in zip(added, after.gradients.get(leaf, ()), strict=True)
    )


def _holds_graph(m: Analysis, start: Start, after: State, values: list[Value]) -> bool:
    """Is there a graph in the values, be it one of before or one that hangs on parameters for sure?"""
    roots = [part.node for part in graph_operands(m, after, values) if part.node is not None]
    nodes = (node for node in m.graph.reach(roots) if node.op not in ("unknown", "leaf"))
    return any(node.number < start.node or node.requires_grad is Ternary.YES for node in nodes)
