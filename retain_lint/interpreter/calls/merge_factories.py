"""Functions that make one of several models, as an option says: what comes of the call is a model not seen. Floor 3.

Each choice of a network would double the paths of all that follows; what differs between architectures seldom matters.
"""

from __future__ import annotations

from functools import reduce

from retain_lint.domain.heap import InstanceRecord, LayerRecord
from retain_lint.domain.join import join_states
from retain_lint.domain.joined_values import MODEL, name_open
from retain_lint.domain.pure_networks import may_objects_remember
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, Address, External, FunctionValue, Partial, Ref, Symbol, Value
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.effects.remembering_networks import may_network_remember
from retain_lint.interpreter.heap.objects import is_module_class, method_order
from retain_lint.torch_api.lookup import find_control_method, find_layer

#: from how many different models on; two may be told apart
MANY = 3
#: and so many that keep what they compute, or of which the checked file calls methods of their own
_FEW = 4


def unite_models(m: Analysis, outcomes: list[Outcome], start: Address) -> list[Outcome]:
    """The paths of a call that end with many models made since `start`, or with different kinds of layers, go on as one,
    with a model or a class that may be any of them."""
    raised = [outcome for outcome in outcomes if outcome.raised]
    ended = _lead_to_main(m, [outcome for outcome in outcomes if not outcome.raised])
    values = {outcome.value for outcome in ended}
    if len(values) > 1 and all(_is_layer_class(value) for value in values):
        return [_unite(m, ended, m.symbol("class")), *raised]
    models = [outcome for outcome in ended if _is_model(outcome, start)]
    others = [outcome for outcome in ended if outcome.value == NONE]
    if len({outcome.value for outcome in models}) < MANY or len(models) + len(others) < len(ended):
        return [*ended, *raised]
    made = ((o.state, o.state.record(o.value)) for o in models)
    classes = [(state, record.cls) for state, record in made if isinstance(record, InstanceRecord)]
    if len(classes) == len(models) and are_kept_apart(m, classes):
        return [*ended, *raised]
    return [_unite(m, models, name_model(m, classes)), *others, *raised]


def name_model(m: Analysis, classes: list[tuple[State, Address]]) -> Symbol:
    """What is one of many models, some of them objects of these classes: one of which no more is known, unless some keep what
    they compute."""
    keeps = any(may_network_remember(m, state, cls) for state, cls in classes)
    return name_open(m.fresh(), None, keeps=True) if keeps else m.symbol(MODEL)


def are_kept_apart(m: Analysis, classes: list[tuple[State, Address]]) -> bool:
    """Are these few classes of networks, some of which keep what they compute, or have methods of their own which the checked file
    calls (`model.loss(labels)`)? Where paths are joined wherever they meet, none are."""
    loaded = m.program.modules[m.program.main]
    if m.budget.most_paths == 1 or loaded is None or len({cls for _, cls in classes}) > _FEW:
        return False
    mentioned = loaded.module.body.mentions
    return any(
        may_objects_remember(state, cls) or not mentioned.isdisjoint(_own_methods(state, cls)) for state, cls in classes
    )


def _own_methods(state: State, cls: Address) -> set[str]:
    """The methods of a class of networks that other modules do not have."""
    records = method_order(state, cls)
    names = {name for r in records for name, value in r.attributes if isinstance(value, FunctionValue)}
    return {n for n in names if n != "forward" and n[0] != "_" and find_control_method(n, "module") is None}


def _lead_to_main(m: Analysis, ended: list[Outcome]) -> list[Outcome]:
    """Of objects of several classes that an importing script picks from, those that run the file whose findings are asked
    for."""
    if m.program.script == m.program.main:
        return ended
    wanted = [outcome for outcome in ended if _is_own(m, outcome.state, outcome.value)]
    return wanted or ended


def holds_own_object(m: Analysis, state: State) -> bool:
    """Does a variable of the running function hold an object of a class of the file whose findings are asked for, or of
    one that inherits from it?"""
    return any(_is_own(m, state, value) for value in state.variables(m.frame).values())


def _is_own(m: Analysis, state: State, value: Value) -> bool:
    record = state.record(value)
    return isinstance(record, InstanceRecord) and any(
        cls.module == m.program.main for cls in method_order(state, record.cls)
    )


def _unite(m: Analysis, outcomes: list[Outcome], value: Value) -> Outcome:
    states = (outcome.state for outcome in outcomes)
    return Outcome(reduce(lambda one, two: join_states(one, two, m.graph, m.fresh), states), value)


def _is_layer_class(value: Value) -> bool:
    """A class of layers, or one with some arguments bound."""
    made = value.function if isinstance(value, Partial) else value
    return isinstance(made, External) and find_layer(made.name) is not None


def _is_model(outcome: Outcome, start: Address) -> bool:
    """A new one, or several that a join has made one before."""
    value, state = outcome.value, outcome.state
    if isinstance(value, Symbol):
        return value.key[0] in ("joined", MODEL) and not value.plain and value.key not in state.tensors
    if not isinstance(value, Ref) or value.address < start:
        return False
    record = state.record(value)
    return isinstance(record, LayerRecord) or (
        isinstance(record, InstanceRecord) and is_module_class(state, record.cls)
    )
