"""Calls that only see data: what comes of them is data, on however many paths they came to it. Floor 3.

A function that is given no graph, no model and no optimiser, and reaches none by its names or those of what it calls, can
only make data of data and change objects that hold data. One that costs much, or was seen to end on many paths, is not run again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from retain_lint.domain.heap import ClassRecord, DictRecord, InstanceRecord, LayerRecord, ListRecord, OptimizerRecord
from retain_lint.domain.loaded import LOADED, is_loaded
from retain_lint.domain.plain_data import ARRAYS, GIVEN, MAX_NESTING, Kind
from retain_lint.domain.state import State
from retain_lint.domain.value import External, FunctionValue, Key, Namespace, Ref, Value
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.effects.changed_attributes import may_change, names_changed
from retain_lint.interpreter.effects.data_constructors import note_attributes, set_attributes
from retain_lint.interpreter.effects.name_call_graph import names_reached, words_on
from retain_lint.interpreter.effects.result_kinds import key_of_call, kind_of, make_result
from retain_lint.interpreter.heap.lengths import forget_length
from retain_lint.interpreter.heap.objects import PLAIN_BASES, external_bases, is_module_class, leaves_of
from retain_lint.interpreter.heap.provenance import ARRAY, takes_numbers
from retain_lint.interpreter.heap.unset_attributes import note_open
from retain_lint.ir.changed_names import ChangedNames
from retain_lint.ir.model import Function
from retain_lint.torch_api.vocabulary import LIFETIME_WORDS

#: paths up to which the outcomes of a call are kept apart
MAX_OUTCOMES = 3
#: instructions that all calls of a function may cost, until what comes of it is no longer looked at
MAX_COST = 2_000
#: instructions of one call on many paths, and then on one, before it is abandoned: what comes of it, and what it leaves, is
#: unknown
MAX_ALLOWED = 8_000
#: data, and arguments and results of which nothing is known
_UNSEEN = Kind(unseen=GIVEN.unseen | {"made", "value"}, tensors=True)
#: words by which attributes are reached whose names are not written out
_ANY_ATTRIBUTE = frozenset({"getattr", "setattr", "hasattr", "vars", "__dict__", "__setattr__"})
_READING = frozenset({"getattr", "hasattr"})
#: words that lead to graphs of one's own, or to variables of others
_GRAPH_WORDS = LIFETIME_WORDS | {"nn", "Parameter", "parameters", "autograd", "optim", "global"}
#: words of them that an environment has too: where nothing but data is in sight, they are its own
_METHODS_OF_DATA = frozenset({"step", "parameters"})


def is_data_call(m: Analysis, state: State, function: FunctionValue, request: CallRequest) -> bool:
    """Does the call see nothing but data, or what may be anything and is not known to be more?"""
    if function.frame is not None or id(function.function) in m.syntax.hand_on:
        return False
    view = _View(m, state, function.function)
    if not all(view.is_data(value, _UNSEEN) for value in request.values()):
        return False
    words = _GRAPH_WORDS
    if all(view.is_data(value) for value in request.values()):
        words = words - _METHODS_OF_DATA
    return view.names.isdisjoint(words) and not any(view.leads_out(value) for value in view.globals())


@dataclass(slots=True)
class _View:
    """What a function can see on a path: the attributes and the variables that it names, or those it calls."""

    m: Analysis
    state: State
    function: Function

    @property
    def names(self) -> frozenset[str]:
        """What it loads or calls."""
        return names_reached(self.m, self.function)

    def attributes(self, record: InstanceRecord) -> dict[str, Value]:
        """What it may read or set of an object: anything, where names are computed or code that is not seen may do it."""
        words = words_on(self.m, self.state, self.function, record.cls)
        every = self.has_unseen_bases(record) or not words.isdisjoint(_ANY_ATTRIBUTE)
        return {name: value for name, value in record.attributes if every or name in words}

    def has_unseen_bases(self, record: InstanceRecord) -> bool:
        """May opaque methods be called on an object?"""
        bases = external_bases(self.state, record.cls)
        return any(not isinstance(base, External) or base.name not in PLAIN_BASES for base in bases)

    def changed(self, record: InstanceRecord) -> ChangedNames | None:
        """The names of what it may change of an object; None if that may be anything."""
        words = words_on(self.m, self.state, self.function, record.cls)
        if self.has_unseen_bases(record) or not words.isdisjoint(_ANY_ATTRIBUTE - _READING):
            return None
        return names_changed(self.m, self.state, self.function, record.cls)

    def leave(self, changed: ChangedNames | None, name: str, held: Value, plain: bool) -> Value:
        """What it leaves in an attribute: what was held where it only reads it, and an array of numbers where it sets but items."""
        if changed is not None and not may_change(self.state, changed, name, held):
            return held
        if changed is not None and name not in changed.set and takes_numbers(held):
            return self.m.symbol(ARRAY, plain=True)
        return self.m.symbol(LOADED if plain and is_loaded(held) else "value", plain=plain)

    def globals(self) -> list[Value]:
        """What the variables of these names hold, in whatever file."""
        state, numbers = self.state, self.m.program.globals.values()
        frames = [state.variables(number) for number in numbers if number in state.frames]
        return [frame[name] for frame in frames for name in self.names.intersection(frame) if name[0] != "%"]

    def is_data(self, value: Value, kind: Kind = ARRAYS, depth: int = MAX_NESTING) -> bool:
        """Data of a kind, or an object, list or dictionary that holds nothing else, or a layer without parameters."""
        if kind.covers(self.state, value) or isinstance(value, External):
            return True
        record = self.state.get(value.address) if isinstance(value, Ref) and depth else None
        if isinstance(record, InstanceRecord):
            inside = self.attributes(record).values()
            return not is_module_class(self.state, record.cls) and all(self.is_data(v, kind, depth - 1) for v in inside)
        if isinstance(record, LayerRecord):
            return leaves_of(self.m, self.state, value) == ([], True)
        if isinstance(record, ListRecord):
            return all(self.is_data(item, kind, depth - 1) for item in record.items)
        return isinstance(record, DictRecord) and all(self.is_data(item, kind, depth - 1) for _, item in record.items)

    def holds_more(self, value: Value) -> bool:
        """Is it an object with parameters, or an optimiser? A factory of networks may see nothing but options."""
        record = self.state.record(value)
        is_object = isinstance(record, (InstanceRecord, LayerRecord))
        return isinstance(record, OptimizerRecord) or is_object and bool(leaves_of(self.m, self.state, value)[0])

    def leads_out(self, value: Value) -> bool:
        """Is it neither code nor data? What a module holds is found by its name."""
        record = self.state.record(value)
        if isinstance(record, ClassRecord) and isinstance(value, Ref):
            return is_module_class(self.state, value.address)
        return not isinstance(value, (FunctionValue, Namespace)) and not self.is_data(value)

    def forget(self, value: Value, plain: bool, depth: int = MAX_NESTING) -> None:
        """An object or a container that the call may have changed holds some data, or (not `plain`) anything."""
        record = self.state.get(value.address) if isinstance(value, Ref) and depth else None
        if not isinstance(value, Ref) or record is None:
            return
        forget_length(self.state, value)
        if isinstance(record, InstanceRecord):
            note_open(self.m, [value])
            attributes, changed = dict(record.attributes), self.changed(record)
            for name, held in self.attributes(record).items():
                self.forget(held, plain, depth - 1)
                if self.state.record(held) is None:
                    attributes[name] = self.leave(changed, name, held, plain)
            self.state.put(value.address, replace(record, attributes=tuple(attributes.items())))
        elif isinstance(record, ListRecord):
            unknown = self.m.symbol("value", plain=plain)
            self.state.put(value.address, ListRecord((unknown,), exact=False, partial=True))
        elif isinstance(record, DictRecord):
            self.state.put(value.address, DictRecord(exact=False, data=plain))


def call_data(
    m: Analysis, state: State, function: FunctionValue, request: CallRequest, run: Callable[[State], list[Outcome]]
) -> list[Outcome]:
    """The outcomes of a call that sees nothing but data. `run` makes them; many become one, and later ones are not made.
    Where an argument may be anything, that is so only as long as nothing else than data came back."""
    number, view = id(function.function), _View(m, state, function.function)
    key = key_of_call(state, function, request)
    seen = all(view.is_data(value) for value in request.values())
    if m.syntax.data_costs[number] <= MAX_COST:
        outcomes = run_allowed(m, state, number, run)
        if m.budget.overdrawn:
            return outcomes
        views = [(_View(m, o.state, function.function), o.value) for o in outcomes]
        if any(made.holds_more(value) if seen else not made.is_data(value) for made, value in views):
            m.syntax.hand_on.add(number)
            return outcomes
        if number not in m.syntax.overdrawn:
            _note_kinds(m, key, outcomes)
            note_attributes(m, state, function, request, outcomes)
            if len(outcomes) <= MAX_OUTCOMES:
                return outcomes
        m.syntax.data_costs[number] = MAX_COST + 1
    plain = number not in m.syntax.overdrawn
    for value in (*request.values(), *view.globals()):
        view.forget(value, seen and plain)
    set_attributes(m, state, function, request, seen and plain)
    kind = m.syntax.data_kinds.get(key)
    return [Outcome(state, m.symbol("value", plain=plain) if kind is None else make_result(m, state, kind))]


def _note_kinds(m: Analysis, key: Key, outcomes: list[Outcome]) -> None:
    """Remembers the kind of a call's results, while all of them are alike."""
    kinds = {kind_of(outcome.state, outcome.value) for outcome in outcomes if not outcome.raised}
    if key in m.syntax.data_kinds:
        kinds.add(m.syntax.data_kinds[key])
    m.syntax.data_kinds[key] = kinds.pop() if len(kinds) == 1 else None


def run_allowed(m: Analysis, state: State, number: int, run: Callable[[State], list[Outcome]]) -> list[Outcome]:
    """Runs a call, unless it takes too much: then again with all paths joined, and if that takes too much as well there are no
    outcomes, which is remembered."""
    cuts = m.ledger.budget_cuts["disjuncts"]
    outcomes = _run_within(m, state, number, run, m.budget.most_paths)
    if outcomes is None:
        outcomes = _run_within(m, state, number, run, 1)
    m.ledger.budget_cuts["disjuncts"] = cuts  # data is data, however many paths come to it
    if outcomes is not None:
        return outcomes
    if not m.budget.spent:  # what it was allowed is gone, and not what its callers are
        m.syntax.overdrawn.add(number)
    return []


def _run_within(
    m: Analysis, state: State, number: int, run: Callable[[State], list[Outcome]], paths: int
) -> list[Outcome] | None:
    """Runs a call with so many paths kept apart; None if it takes more than it is allowed."""
    with m.budget.allowing(MAX_ALLOWED), m.budget.joining(paths):
        outcomes = run_counted(m, state, number, run)
        overdrawn = m.budget.overdrawn
    return None if overdrawn else outcomes


def run_counted(m: Analysis, state: State, number: int, run: Callable[[State], list[Outcome]]) -> list[Outcome]:
    """Runs a call on a copy of the state, and counts what it costs."""
    entry, before = m.budget.entry, m.budget.steps
    outcomes = run(state.fork())
    if m.budget.entry == entry:
        m.syntax.data_costs[number] += before - m.budget.steps
    return outcomes
