"""Steps of the optimiser classes of the program's own: seen from the graph, one reads the gradients of its parameters, may write
these, and keeps data. It is run twice, the second time as a later step; if neither run did more, this step and those alike
are replayed: gradients are read, parameters written, and what the optimiser keeps is other data. Floor 3.

Not for a step that is given more than data, such as a closure, and not for one that may lead to an engine call, a clearing or
another optimiser's step.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from functools import reduce

from retain_lint.domain.heap import TensorRecord
from retain_lint.domain.plain_data import ARRAYS
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, Address, FunctionValue, Known, Ref, Value
from retain_lint.interpreter.autograd.gradient_flow import read_gradient
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.program import StepEffect
from retain_lint.interpreter.effects.effect_free import read_traits
from retain_lint.interpreter.effects.escape import weaken_attributes
from retain_lint.interpreter.effects.graphless_calls import MAX_KINDS
from retain_lint.interpreter.effects.name_call_graph import functions_reached
from retain_lint.interpreter.effects.observed_calls import shape_of
from retain_lint.interpreter.effects.result_kinds import make_result
from retain_lint.interpreter.effects.step_effects import (
    Start,
    attribute_of,
    effect_of,
    leaves_behind,
    shows,
    take_start,
    unknown_in,
)
from retain_lint.interpreter.heap.known_records import instance_at
from retain_lint.interpreter.heap.tensors import any_graph_in
from retain_lint.torch_api.vocabulary import LIFETIME_WORDS

_Run = Callable[[State], list[Outcome]]


def call_own_step(m: Analysis, state: State, function: FunctionValue, request: CallRequest, run: _Run) -> list[Outcome]:
    """The outcomes of such a step. `run` makes them, on one path, unless steps alike are known to do nothing else."""
    made, used = request.first(), request.instruction.used
    if not isinstance(made, Ref) or function.frame is not None or not _is_plain(m, state, function, request):
        return _run_joined(m, state, run)
    key = _key_of(m, state, made, function, request)
    if key not in m.syntax.own_steps:
        return _observe_two(m, state, made, key, used, run)
    known = m.syntax.own_steps[key]
    return _run_joined(m, state, run) if known is None else _replay(m, state, made, known)


def _run_joined(m: Analysis, state: State, run: _Run) -> list[Outcome]:
    """What it does to each parameter it does in a loop, in as many ways as there are options and kinds of gradients, and it all
    comes to a write."""
    with m.budget.joining(1):
        return run(state)


def _is_plain(m: Analysis, state: State, function: FunctionValue, request: CallRequest) -> bool:
    """Is it given nothing but data, and can it lead to no engine call, clearing or other step, by the names of what is called?
    A closure that it is not given it does not call."""
    if not all(ARRAYS.covers(state, value) for value in request.values()[1:]):
        return False
    parameters = [parameter.name for parameter in function.function.parameters]
    bound = {**dict(zip(parameters, request.positional, strict=False)), **request.keywords}
    missing = frozenset(name for name in parameters if bound.get(name, NONE) == NONE)
    reached = functions_reached(m, function.function, missing)
    return all(call.names.isdisjoint(LIFETIME_WORDS) for f in reached for call in read_traits(f).calls)


def _key_of(m: Analysis, state: State, made: Ref, function: FunctionValue, request: CallRequest) -> Hashable:
    """What a step hangs on: the options of its object, constants that it is given, the mode, and whether its exceptions are
    caught."""
    attributes = instance_at(state, made.address).attributes
    options = tuple((n, v) for n, v in attributes if isinstance(v, Known) and type(v.value) not in (int, float))
    given = CallRequest(request.positional[1:], request.keywords, request.span, request.instruction)
    caught = m.scope.attempts > 0
    return (id(function.function), options, shape_of(state, given), state.grad_mode, request.instruction.used, caught)


def _observe_two(m: Analysis, state: State, made: Ref, key: Hashable, used: bool, run: _Run) -> list[Outcome]:
    before = state.fork()
    start = take_start(m, before, made)
    outcomes = _run_joined(m, state, run)
    if m.budget.spent or not shows(start):
        return outcomes
    effect = _observe(m, start, outcomes, used)
    if effect is not None:
        ended = next(outcome.state for outcome in outcomes if not outcome.raised)
        later = take_start(m, ended.fork(), made, start)
        second = _observe(m, later, _run_joined(m, later.state.fork(), run), used)
        effect = None if second is None else _unite(effect, second)
    if not m.budget.spent:
        m.syntax.own_steps[key] = effect
    return outcomes if effect is None else _replay(m, before, made, effect)


def _observe(m: Analysis, start: Start, outcomes: list[Outcome], used: bool) -> StepEffect | None:
    """What a run has done; None if that is more than such a step does."""
    ended = [outcome for outcome in outcomes if not outcome.raised]
    effects = [effect_of(m, start, outcome, used) for outcome in ended]
    found = [effect for effect in effects if effect is not None]
    if not found or len(found) < len(effects) or m.scope.attempts and len(ended) < len(outcomes):
        return None
    united = reduce(_unite, found)
    return united if len(united.kinds) <= MAX_KINDS else None


def _unite(one: StepEffect, other: StepEffect) -> StepEffect:
    return StepEffect(
        one.write or other.write,
        one.certain and other.certain,
        one.idle or other.idle,
        one.reach or other.reach,
        one.blurs or other.blurs,
        one.kept | other.kept,
        tuple(dict.fromkeys((*one.kinds, *other.kinds))),
    )


def _replay(m: Analysis, state: State, made: Ref, effect: StepEffect) -> list[Outcome]:
    for leaf in leaves_behind(state, made):
        _replay_on(m, state, leaf, effect)
    state.unknown_reach |= effect.reach
    _forget_kept(m, state, made, effect.kept)
    paths = [state, *(state.fork() for _ in effect.kinds[1:])]
    return [Outcome(path, make_result(m, path, kind)) for path, kind in zip(paths, effect.kinds, strict=True)]


def _replay_on(m: Analysis, state: State, leaf: Address, effect: StepEffect) -> None:
    record, write, full = state.get(leaf), effect.write, bool(state.gradients.get(leaf))
    if isinstance(record, TensorRecord) and write is not None and write.event is not None:
        if full or effect.idle or state.unknown_reach:
            state.write(record.storage, write.event, full and effect.certain, write.by_step, write.silent)
    if full:
        read_gradient(m, state, leaf)
    if full and effect.blurs:
        state.set_gradients(leaf, tuple(replace(c, certain=False) for c in state.gradients[leaf]))


def _forget_kept(m: Analysis, state: State, made: Ref, names: frozenset[str]) -> None:
    """What the optimiser keeps by these names is other data, or a graph that it was given before."""

    def other(name: str, value: Value) -> Value:
        return (any_graph_in(m, state, [value]) or m.symbol("value", plain=True)) if name in names else value

    weaken_attributes(state, made.address, instance_at(state, made.address), other)
    unknown = unknown_in(state, made)
    for key, stored in list(state.overlay.items()) if names else ():
        if attribute_of(unknown, key, made) in names:
            state.reattach(key, tuple((n, v) for n, v in stored if any_graph_in(m, state, [v]) is not None))
