"""Calls where no gradient is recorded: evaluations, samples, targets. What one leaves is data, and attributes of the objects
whose methods it reaches; so it is run once, for the kind of its result, and later calls havoc these attributes. Floor 3."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from retain_lint.domain.heap import InstanceRecord, LayerRecord
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.state import State
from retain_lint.domain.value import Address, FunctionValue, Ref, Value
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.effects.calling_names import TRAIN_NAMES, is_called_by
from retain_lint.interpreter.effects.changed_attributes import defaults_of
from retain_lint.interpreter.effects.effect_free import CALLED, calls_of, loud_names, read_traits
from retain_lint.interpreter.effects.escape import weaken_attributes
from retain_lint.interpreter.effects.escaping_functions import seen_by
from retain_lint.interpreter.effects.name_call_graph import functions_seen, lifetime_names, names_reached
from retain_lint.interpreter.effects.result_kinds import key_of_call, kind_of, make_result
from retain_lint.interpreter.heap.objects import is_module_class, may_own_leaves, method_order
from retain_lint.interpreter.heap.tensors import any_graph_in
from retain_lint.interpreter.heap.unset_attributes import note_open
from retain_lint.ir.grad_shelters import find_outside
from retain_lint.ir.model import Function, GetAttr, LoadFree, LoadGlobal, SetAttr

#: kinds of results up to which they are kept apart
MAX_KINDS = 2
#: these switch the recording on
_SWITCHES = frozenset({"enable_grad", "set_grad_enabled"})
#: of the methods that Python calls, these compute
_COMPUTING = frozenset({"__call__"})


def is_graphless(m: Analysis, state: State, function: FunctionValue) -> bool:
    """Is all that the call computes without gradients, and does it leave nothing but data and attributes?"""
    return records_nothing(m, state, function) and _leaves_data(m, function.function)


def records_nothing(m: Analysis, state: State, function: FunctionValue) -> bool:
    """Is all that the call computes without gradients?"""
    own = function.function
    special = own.name.startswith("__") and own.name not in _COMPUTING
    recorded = state.grad_mode if function.mode is None else Ternary.of(function.mode.enabled)
    return not special and function.frame is None and (recorded is Ternary.NO or _is_sheltered(m, own))


def call_graphless(
    m: Analysis, state: State, function: FunctionValue, request: CallRequest, run: Callable[[State], list[Outcome]]
) -> list[Outcome]:
    """The outcomes of such a call. `run` makes them the first time that the function is called so; the kinds of their results
    are remembered, if they are few. It is run again where it may return a graph that is there, or store it elsewhere."""
    key = key_of_call(state, function, request)
    known = m.syntax.graphless.get(key)
    if known is None or _sees_graph(m, state, function, request) or not _havoc(m, state, function.function):
        outcomes = run(state)
        kinds = dict.fromkeys(kind_of(outcome.state, outcome.value) for outcome in outcomes if not outcome.raised)
        if 0 < len(kinds) <= MAX_KINDS and None not in kinds and known is None:
            m.syntax.graphless[key] = tuple(kinds)
        return outcomes
    paths = [state, *(state.fork() for _ in known[1:])]
    return [Outcome(path, make_result(m, path, kind)) for path, kind in zip(paths, known, strict=True)]


def _sees_graph(m: Analysis, state: State, function: FunctionValue, request: CallRequest) -> bool:
    if not read_traits(function.function).returns and not _keeping(m, function.function):
        return False
    return any_graph_in(m, state, (*request.values(), *seen_by(m, state, function))) is not None


def _leaves_data(m: Analysis, function: Function) -> bool:
    key = (id(function), len(m.program.modules))
    if key not in m.syntax.leaves_data:
        names = loud_names(m)
        lasting = names.loud_beyond | lifetime_names(m) | _SWITCHES
        quiet = not read_traits(function).loud_beyond and calls_of(m, function, names).isdisjoint(lasting)
        m.syntax.leaves_data[key] = quiet and names_reached(m, function).isdisjoint(_SWITCHES)
    return m.syntax.leaves_data[key]


def _is_sheltered(m: Analysis, function: Function) -> bool:
    """Does a function compute nothing outside of `with torch.no_grad():`? It makes objects there at most, which are not
    there before, and sets modes."""
    if id(function) not in m.syntax.shelters:
        outside = find_outside(function)
        writes = outside is None or any(isinstance(i, SetAttr) for i in outside)
        loads = () if outside is None else (i for i in outside if isinstance(i, (GetAttr, LoadGlobal, LoadFree)))
        m.syntax.shelters[id(function)] = None if writes else frozenset(i.name for i in loads)
    mentioned = m.syntax.shelters[id(function)]
    if mentioned is None:
        return False
    names = loud_names(m)
    made = {name for name in mentioned if name[:1].isupper()} - names.loud_beyond
    return mentioned.isdisjoint((names.loud | lifetime_names(m)) - made)


def _havoc(m: Analysis, state: State, function: Function) -> bool:
    """Havocs what the call may set: attributes of objects, modes of modules. False, and nothing is done, if a network may be
    replaced."""
    keeping = _keeping(m, function)
    kept: list[tuple[Address, InstanceRecord, frozenset[str]]] = []
    for address, record in state.heap.items():
        if isinstance(record, InstanceRecord) and keeping:
            names = _kept_by(m, state, record.cls, function, keeping)
            if any(may_own_leaves(m, state, value) for name, value in record.attributes if name in names):
                return False
            if names:
                kept.append((address, record, names))
    for address, record, names in kept:
        note_open(m, [Ref(address)])
        _havoc_attributes(m, state, address, record, names)
    names = names_reached(m, function)
    if read_traits(function).sets_mode or names.isdisjoint(TRAIN_NAMES) is not names.isdisjoint({"eval"}):
        _havoc_modes(state)
    return True


def _havoc_attributes(
    m: Analysis, state: State, address: Address, record: InstanceRecord, names: frozenset[str]
) -> None:
    """A weak update: unknown data, or one of the graphs that were there."""
    defaults = tuple((name, m.symbol("value", plain=True)) for name in defaults_of(state, record, names))
    record = replace(record, attributes=(*record.attributes, *defaults))
    state.put(address, record)

    def havocked(name: str, value: Value) -> Value:
        return any_graph_in(m, state, [value]) or m.symbol("value", plain=True) if name in names else value

    weaken_attributes(state, address, record, havocked)


def _havoc_modes(state: State) -> None:
    for address, record in list(state.heap.items()):
        if isinstance(record, LayerRecord) or (
            isinstance(record, InstanceRecord) and is_module_class(state, record.cls)
        ):
            state.put(address, replace(record, training=Ternary.MAYBE))


def _keeping(m: Analysis, function: Function) -> dict[int, frozenset[str]]:
    """The functions that a call may reach which set attributes of their object, and these."""
    key = (id(function), len(m.program.modules))
    if key not in m.syntax.keeping:
        names = names_reached(m, function) | CALLED
        reached = (f for f in functions_seen(m) if f is function or is_called_by(f, names))
        m.syntax.keeping[key] = {id(f): read_traits(f).keeps for f in reached if read_traits(f).keeps}
    return m.syntax.keeping[key]


def _kept_by(
    m: Analysis, state: State, cls: Address, function: Function, keeping: dict[int, frozenset[str]]
) -> frozenset[str]:
    """The attributes that these functions may set of an object of a class."""
    key = (id(function), len(m.program.modules), cls)
    if key not in m.syntax.kept_names:
        values = (value for record in method_order(state, cls) for _, value in record.attributes)
        own = (keeping.get(id(value.function)) for value in values if isinstance(value, FunctionValue))
        m.syntax.kept_names[key] = frozenset().union(*(names for names in own if names))
    return m.syntax.kept_names[key]
