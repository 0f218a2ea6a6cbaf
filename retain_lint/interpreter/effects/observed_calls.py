"""Calls that were seen to leave nothing but data: a long helper whose result nobody uses (a validation, samples, plots), or which
records no gradients and gives data, is run twice; if the second run changed nothing older than itself but attributes that hold
data, later calls alike havoc these, and give data of that kind. Floor 3.

The text of such a helper may write (to an array, to a list of its own) where nothing outlives the call. Not for what may lead
to an engine call, a step or a clearing. What it costs: a call alike that stores a graph on another path goes unseen.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace

from retain_lint.domain.autograd_graph import StorageId
from retain_lint.domain.base import changed
from retain_lint.domain.heap import (
    DictRecord,
    InstanceRecord,
    LayerRecord,
    ListRecord,
    Record,
    TensorRecord,
    replace_pair,
)
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.plain_data import ARRAYS, MAX_NESTING
from retain_lint.domain.state import State
from retain_lint.domain.value import Address, FunctionValue, Known, Tuple, Value
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.program import Changes, Observed
from retain_lint.interpreter.effects.changed_attributes import defaults_of, names_set
from retain_lint.interpreter.effects.effect_free import calls_of, loud_names
from retain_lint.interpreter.effects.graphless_calls import MAX_KINDS, records_nothing
from retain_lint.interpreter.effects.name_call_graph import lifetime_names, names_in
from retain_lint.interpreter.effects.result_kinds import ABSENT, kind_of, make_result

#: instructions from which on a call is long
_LONG = 300


def call_observed(
    m: Analysis, state: State, function: FunctionValue, request: CallRequest, run: Callable[[], list[Outcome]]
) -> list[Outcome]:
    """The outcomes of a call of a function of the project. `run` makes them, unless calls alike are known to leave nothing: the
    first long one makes the function a candidate, the second shows it."""
    known, number, used = m.syntax.long_calls, id(function.function), request.instruction.used
    if function.frame is not None or used and not records_nothing(m, state, function):
        return run()
    caught = m.scope.attempts > 0
    key = (number, len(m.stack), used, caught, shape_of(state, request)) if number in known else None
    left = m.syntax.observed.get(key)
    if left is not None:
        _havoc(m, state, left)
        paths = [state, *(state.fork() for _ in left.kinds[1:])]
        return [Outcome(path, make_result(m, path, kind)) for path, kind in zip(paths, left.kinds, strict=True)]
    before = state.fork() if key is not None and is_beside_lifetimes(m, state, function) else None
    entry, steps, last = m.budget.entry, m.budget.steps, m.counter
    outcomes = run()
    ended = [outcome for outcome in outcomes if not outcome.raised]
    # what the budget of instructions or an exception has cut short shows nothing
    whole = m.budget.entry == entry and not m.budget.spent and (len(ended) == len(outcomes) or not caught)
    changes = [] if before is None or not whole else [find_changes(before, o.state, last) for o in ended]
    if changes and None not in changes:
        kinds = tuple(dict.fromkeys(kind_of(o.state, o.value) if used else ABSENT for o in ended))
        if None not in kinds and len(kinds) <= MAX_KINDS:
            left_by_all = frozenset().union(*(change for change in changes if change is not None))
            m.syntax.observed[key] = Observed(left_by_all, kinds, names_set(m, function.function))
    if m.budget.entry == entry and steps - m.budget.steps > _LONG:
        known.add(number)
    return outcomes


def is_beside_lifetimes(m: Analysis, state: State, function: FunctionValue) -> bool:
    """Can it lead to no engine call, step or clearing, by the names of what it calls? Where no gradients are recorded, what it
    may run by calling an object is not asked for: that was seen to do none of it."""
    own = function.function
    names = names_in(own.body) if records_nothing(m, state, function) else calls_of(m, own, loud_names(m))
    return names.isdisjoint(lifetime_names(m))


def shape_of(state: State, request: CallRequest) -> Hashable:
    """The arguments of a call, as far as they are constants, and lists and dictionaries of them."""
    named = tuple((name, _constant(state, value)) for name, value in sorted(request.keywords.items()))
    return (tuple(_constant(state, value) for value in request.positional), named)


def _constant(state: State, value: Value, depth: int = MAX_NESTING) -> Hashable:
    record = state.record(value)
    if isinstance(value, Known):
        return (type(value.value), value.value)
    if isinstance(record, DictRecord) and depth:
        return (record.exact, *((key, _constant(state, item, depth - 1)) for key, item in record.items))
    items = value.items if isinstance(value, Tuple) else record.items if isinstance(record, ListRecord) else None
    return None if items is None or not depth else tuple(_constant(state, item, depth - 1) for item in items)


def find_changes(before: State, after: State, last: int) -> Changes | None:
    """The attributes of older objects, and modes, in which a call has left other data; `last`: the number before its first.
    None if it has changed more: other objects, storages, graphs or gradients."""
    found: set[tuple[Address, str]] = set()
    for address in changed(after.heap, before.heap):
        record, made = before.heap.get(address), after.heap[address]
        if record is None or made == record:
            continue
        names = _changed(before, after, record, made)
        if names is None:
            return None
        found |= {(address, name) for name in names}
    return frozenset(found) if keeps_lifetimes(before, after, last) else None


def keeps_lifetimes(before: State, after: State, last: int) -> bool:
    """Are the older storages, the graphs and the gradients what they were before the call?"""
    written = {n for n, write in after.writes.items() if n <= last and _certain(before, n) != write.certain}
    if written and not written.isdisjoint(r.storage for r in before.heap.values() if isinstance(r, TensorRecord)):
        return False
    lifetimes = zip(
        *((state.freed, state.kept, state.gradients, state.steps) for state in (before, after)), strict=True
    )
    return before.grad_mode is after.grad_mode and not any(new.items() - old.items() for old, new in lifetimes)


def _certain(state: State, storage: StorageId) -> int:
    """How often a storage was written for sure."""
    write = state.writes.get(storage)
    return 0 if write is None else write.certain


def _changed(before: State, after: State, old: Record, new: Record) -> list[str] | None:
    """The names of the attributes that hold other data than before; None if more has changed."""
    if isinstance(old, LayerRecord) and isinstance(new, LayerRecord):
        return ["training"] if replace(old, training=new.training) == new else None
    if not isinstance(old, InstanceRecord) or not isinstance(new, InstanceRecord):
        return None
    was, now = dict(old.attributes), dict(new.attributes)
    names = [name for name in {*was, *now} if was.get(name) != now.get(name)]
    data = all(
        (name not in was or ARRAYS.covers(before, was[name]) or name == "training")
        and name in now
        and ARRAYS.covers(after, now[name])
        for name in names
    )
    return [*names, *(["training"] if old.training is not new.training else [])] if data else None


def _havoc(m: Analysis, state: State, left: Observed) -> None:
    """Havocs the attributes that calls alike have changed, and data in those of these names: of other objects, where the call
    is given others, or for other options."""
    for address, record in list(state.heap.items()):
        if isinstance(record, InstanceRecord):
            data = [name for name, value in record.attributes if name in left.names and ARRAYS.covers(state, value)]
            for name in (*data, *defaults_of(state, record, left.names)):
                _forget(m, state, address, name)
    for address, name in left.changes:
        _forget(m, state, address, name)


def _forget(m: Analysis, state: State, address: Address, name: str) -> None:
    """The attribute holds other data after the call."""
    record = state.get(address)
    if isinstance(record, (InstanceRecord, LayerRecord)) and name == "training":
        state.put(address, replace(record, training=Ternary.MAYBE))
    elif isinstance(record, InstanceRecord):
        attributes = replace_pair(record.attributes, name, m.symbol("value", plain=True))
        state.put(address, replace(record, attributes=attributes))
