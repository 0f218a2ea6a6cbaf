"""Networks that another path has constructed already: the same call, of the same arguments, makes the same objects there. Floor 3.

Paths that options tell apart each construct their own network, though it does not depend on these options. What the first one has
made is put on the others: that costs little, and since the objects have the same addresses, paths that are joined keep
their network.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass

from retain_lint.domain.additions import Additions, find_additions
from retain_lint.domain.heap import ClassRecord, InstanceRecord
from retain_lint.domain.key_index import owner_of
from retain_lint.domain.plain_data import ARRAYS
from retain_lint.domain.state import State
from retain_lint.domain.value import External, FunctionValue, Key, Known, Partial, Ref, Symbol, Tuple, Value
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.effects.name_call_graph import names_reached
from retain_lint.interpreter.effects.observed_calls import keeps_lifetimes
from retain_lint.interpreter.heap.objects import class_attribute


@dataclass(frozen=True, slots=True)
class Construction:
    """An object, and what its constructor has added to the path."""

    made: Ref
    added: Additions


def replay(
    m: Analysis, state: State, cls: Ref, request: CallRequest, run: Callable[[], list[Outcome]]
) -> list[Outcome]:
    """The outcomes of making an object. `run` makes them, unless it is a network that this call has made on another path."""
    key = _key(m, state, cls, request)
    if key is None:
        return run()
    known = m.syntax.networks.get(key)
    if isinstance(known, Construction) and known.added.is_new_to(state):
        known.added.put(state)
        return [Outcome(state, known.made)]
    before, last = state.fork(), m.counter
    outcomes = run()
    if known is None and len(outcomes) == 1:
        found = _find_construction(before, outcomes[0], last)
        if found is not None:
            m.syntax.networks[key] = found
    return outcomes


def _find_construction(before: State, outcome: Outcome, last: int) -> Construction | None:
    """What the outcome has beyond the state before; None if something older has changed."""
    after = outcome.state
    if outcome.raised or not isinstance(outcome.value, Ref) or not keeps_lifetimes(before, after, last):
        return None
    added = find_additions(before, after)
    return None if added is None else Construction(outcome.value, added)


def _key(m: Analysis, state: State, cls: Ref, request: CallRequest) -> Hashable | None:
    """What the result of the call hangs on: where it stands, its arguments, and what the path knows of these and of the names
    that the constructor reads; None if that cannot be said."""
    given = [(None, value) for value in request.positional] + sorted(request.keywords.items(), key=lambda pair: pair[0])
    forms = [_form(state, value) for _, value in given]
    init = class_attribute(state, cls.address, "__init__")
    if None in forms or not isinstance(init, FunctionValue):
        return None
    roots = {owner_of(value.key) for _, value in given if isinstance(value, Symbol)}
    names = names_reached(m, init.function)
    facts = frozenset(_facts(state, roots, names))
    places = tuple((context.site, context.function.qualname) for context in m.stack)
    called = tuple(name for name, _ in given)
    return (m.budget.entry, cls.address, places, m.location(request.span), state.loops, called, tuple(forms), facts)


def _form(state: State, value: Value) -> Hashable | None:
    """An argument, with what it holds; None for what may be a part of the network."""
    if isinstance(value, Tuple):
        parts = tuple(_form(state, item) for item in value.items)
        return None if None in parts else (value, parts)
    if isinstance(value, Partial):
        parts = tuple(_form(state, item) for item in value.parts)
        return None if None in parts else (value, parts)
    record = state.record(value)
    if isinstance(record, ClassRecord) or isinstance(value, (Known, External, FunctionValue, Symbol)):
        return (value,)
    plain = ARRAYS.covers(state, value)
    options = isinstance(record, InstanceRecord) and all(ARRAYS.covers(state, part) for _, part in record.attributes)
    return (value, record) if plain or options else None


def _facts(state: State, roots: set[Key], names: frozenset[str]) -> Iterator[Hashable]:
    """What the path has decided about values of these roots and names."""
    condition = state.condition
    for kind, known in (("atom", condition.atoms), ("bound", condition.bindings), ("interval", condition.intervals)):
        for key, fact in known.items():
            if _speaks_of(key, roots, names):
                yield (kind, key, fact)
    for key, cases in condition.cases.items():
        if _speaks_of(key, roots, names):
            yield ("cases", key, str(cases))
    for clause in condition.clauses:
        if any(_speaks_of(atom, roots, names) for atom, _ in clause):
            yield ("clause", clause)


def _speaks_of(key: object, roots: set[Key], names: frozenset[str]) -> bool:
    """Is one of the roots in it, or an attribute or a variable of these names?"""
    if isinstance(key, Symbol):
        return _speaks_of(key.key, roots, names)
    if not isinstance(key, tuple) or key in roots:
        return key in roots
    named = key[:1] in (("attr",), ("global",), ("parameter",)) and key[-1] in names
    return named or any(_speaks_of(part, roots, names) for part in key[1:])
