"""In what order a client calls: the constructor, what prepares, and then the methods again and again. Floor 3."""

from __future__ import annotations

from collections.abc import Sequence, Set
from contextlib import nullcontext
from dataclasses import dataclass

from retain_lint.domain.autograd_graph import NodeId
from retain_lint.domain.base import Base, take_base
from retain_lint.domain.call_verdict import Doubt, Reason
from retain_lint.domain.heap import InstanceRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, FunctionValue, Manager, Ref, Value
from retain_lint.interpreter.autograd.gradient_flow import finish_gradients
from retain_lint.interpreter.calls import dispatch
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.drivers.engine_callbacks import share_given
from retain_lint.interpreter.drivers.fixture_arguments import run_fixtures
from retain_lint.interpreter.drivers.given_to_clients import note_held, note_returned, stored_outside
from retain_lint.interpreter.drivers.harness_substitution import replace_defaults
from retain_lint.interpreter.drivers.left_to_subclasses import leave_open
from retain_lint.interpreter.drivers.lightning_modules import find_loss, given_on
from retain_lint.interpreter.drivers.settable_flags import open_flags
from retain_lint.interpreter.drivers.unmet_calls import keep_decided
from retain_lint.interpreter.drivers.used_objects import has_gathering_parts, put_to_use
from retain_lint.interpreter.effects.closures import (
    call_closure,
    call_waiting,
    leave_waiting,
    pending_closures,
    unknown_arguments,
    unknown_keywords,
)
from retain_lint.interpreter.heap.objects import class_attribute
from retain_lint.interpreter.heap.tensors import graph_operands
from retain_lint.interpreter.paths.abandonment import abandon
from retain_lint.interpreter.paths.context_managers import run_managed
from retain_lint.interpreter.paths.path_merging import settle
from retain_lint.source import Span

#: calls of each public method of an object, one after the other
ROUNDS = 2
#: paths that go on from one call of a client to the next
MAX_CLIENT_PATHS = 6
#: the register in which a client keeps its object: what the paths made of it tells them apart
_RECEIVER = "%client"
_START = Span(1, 0, 1, 0)


@dataclass(frozen=True, slots=True)
class BackwardHook:
    """A Lightning module's own `backward`, which its trainer calls with the loss that `training_step` returns
    (lightning/pytorch/loops/optimization/automatic.py)."""

    step: FunctionValue
    backward: FunctionValue


@dataclass(frozen=True, slots=True)
class CallPlan:
    """What a client calls: the `first` functions once, the others again and again. Graphs in the attributes `shared` may be sent
    backward by methods that it calls at other times. `lacking`: what they read and do not set themselves. `gathered`: what
    methods that it has called any number of times before have changed; None of a new object. `left_open`: methods that a subclass
    overrides."""

    functions: Sequence[FunctionValue | BackwardHook]
    first: Sequence[FunctionValue] = ()
    shared: frozenset[str] = frozenset()
    lacking: frozenset[str] = frozenset()
    gathered: frozenset[str] | None = None
    left_open: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Client:
    """The paths on which a client's calls begin, the `base` from which they descend, and the object that it calls methods
    of, if any."""

    paths: Sequence[State]
    base: Base
    receiver: Value | None = None

    def has_gathering_parts(self) -> bool:
        """May parts of its object have been in use?"""
        return self.receiver is not None and any(has_gathering_parts(path, self.receiver) for path in self.paths)


def make_client(m: Analysis, state: State, cls: Ref | None = None) -> Client:
    """A client of functions; or one of a class, which has made its object."""
    base = take_base(state, m.counter + 1, m.graph)
    if cls is None:
        return Client([state], base)
    m.budget.start_entry()
    m.bases.append(base)
    receiver, paths = _construct(m, state.fork(), cls)
    for path in paths:
        open_flags(path, receiver)
    m.bases.pop()
    return Client(paths, base, receiver)


def run_client(m: Analysis, client: Client, plan: CallPlan) -> None:
    """Makes the calls of a plan; for an object once more as a client that replaces its default modules. The client itself
    stays as it was made."""
    m.budget.start_entry()
    m.scope.client_loop = m.fresh()
    m.bases.append(client.base)
    paths = [path.fork() for path in client.paths]
    if client.receiver is not None:
        for path in paths:
            leave_open(m, path, client.receiver, plan.left_open)
    m.scope.supposed = bool(plan.left_open)
    known = set(m.facts.stored), set(m.facts.opened)  # what is set of the object by one plan another one has not set
    other = None if client.receiver is None else replace_defaults(m, paths[0], client.receiver)
    _drive(m, paths, plan, client.receiver)
    if other is not None:  # apart from the others, with which it would be joined
        m.budget.start_entry()
        _drive(m, [other], plan, client.receiver)
    if m.scope.supposed:
        call_waiting(m)
    m.facts.stored, m.facts.opened = known
    m.scope.supposed = False
    m.bases.pop()


def _drive(m: Analysis, paths: list[State], plan: CallPlan, receiver: Value | None) -> None:
    """Calls the `first` functions and then the others in order, a few rounds; of the first ones again those that leave
    graphs on the object which the others lack, as for each of its batches."""
    building: list[FunctionValue] = []
    for function in plan.first:
        before = _held_in(m, paths, receiver, plan.lacking)
        paths = _call_once(m, paths, function, receiver, 0)
        building += [function] if _held_in(m, paths, receiver, plan.lacking) - before else []
    if receiver is not None and plan.gathered is not None:
        for path in paths:
            put_to_use(path, receiver, plan.gathered)
    driven = [f.backward if isinstance(f, BackwardHook) else f for f in plan.functions]
    scripted = m.scripted.issuperset(id(f.function) for f in driven)
    with keep_decided(m) if scripted else nullcontext():
        for turn in range(ROUNDS if receiver is not None else 1):
            for path in paths if scripted else ():
                _forget_call(path)
            for called in [*building, *plan.functions] if turn else plan.functions:
                paths = _call_once(m, paths, called, receiver, turn)
                if receiver is not None:
                    _note_shared(m, paths, plan.shared, receiver)
    if m.budget.spent:  # the calls that it has not followed may need what stands on the object
        abandon(m, paths, Doubt(Reason.STEPS))
    leave_waiting(m, paths)
    for path in paths:
        finish_gradients(m, path)


def _forget_call(path: State) -> None:
    """What scripts have run is called for the engine calls that they did not come to: that it is called again, and meets what it has
    freed or left in gradients, no program shows."""
    for number in tuple(path.freed):
        path.forget_free(number)
    for leaf in tuple(path.gradients):
        path.take_gradients(leaf)


def _note_shared(m: Analysis, paths: list[State], shared: frozenset[str], receiver: Value) -> None:
    """What stands on the object in the attributes that other methods read, and on parts of it that run the engine themselves."""
    for path in paths:
        record = path.record(receiver)
        for name, value in record.attributes if isinstance(record, InstanceRecord) else ():
            if name in shared:
                note_returned(m, path, value, Reason.TO_OBJECT)
            note_held(m, path, value)


def _construct(m: Analysis, state: State, cls: Ref) -> tuple[Value | None, list[State]]:
    """An object of the class, and the paths on which it is made: none, where its constructor raises."""
    init = class_attribute(state, cls.address, "__init__")
    constructor = init if isinstance(init, FunctionValue) else None
    given = () if constructor is None else _arguments_of(constructor, 0, method=True)
    made = dispatch.call_value(m, state, cls, given, unknown_keywords(constructor, 0), _START)
    usable = [outcome for outcome in made if not outcome.raised]
    for outcome in usable:
        outcome.state.registers(m.frame)[_RECEIVER] = outcome.value
    return usable[0].value if usable else None, [outcome.state for outcome in usable]


def _held_in(m: Analysis, paths: list[State], receiver: Value | None, names: Set[str]) -> set[NodeId]:
    """The graphs that an object holds in attributes of these names on any path."""
    records = [(path, None if receiver is None else path.record(receiver)) for path in paths]
    given = [
        (path, value)
        for path, record in records
        if isinstance(record, InstanceRecord)
        for name, value in record.attributes
        if name in names
    ]
    parts = [part.node for path, value in given for part in graph_operands(m, path, [value])]
    return {node for node in parts if node is not None and m.graph[node].op not in ("unknown", "leaf")}


def _call_once(
    m: Analysis, paths: list[State], function: FunctionValue | BackwardHook, receiver: Value | None, turn: int
) -> list[State]:
    after: list[Outcome] = []
    for path in paths[:MAX_CLIENT_PATHS]:
        path.loops = ((m.scope.client_loop, turn),)
        if isinstance(function, BackwardHook):
            after += _call_hook(m, path, function, receiver, turn)
        else:
            after += _call_method(
                m, path, function, receiver, turn, _arguments_of(function, turn, receiver is not None)
            )
    _call_returned(m, [outcome for outcome in after if not outcome.raised], turn)
    for outcome in after:
        if not outcome.raised:
            called = function.backward if isinstance(function, BackwardHook) else function
            for value in given_on(outcome.state, receiver, called, outcome.value):
                note_returned(m, outcome.state, value, function=called)
            for value in stored_outside(outcome.state):
                note_returned(m, outcome.state, value)
    ended = [outcome.state for outcome in after if not outcome.raised]
    if not ended:  # a method that raises, called too early: the client calls the others all the same
        ended = [outcome.state for outcome in after][:1]
    return settle(m, ended, None, m.bases[-1])


def _call_method(
    m: Analysis, path: State, function: FunctionValue, receiver: Value | None, turn: int, arguments: tuple[Value, ...]
) -> list[Outcome]:
    bound = () if receiver is None or function.wrapper == "staticmethod" else (receiver,)
    share_given(m, path, function, turn, _START)
    keywords = unknown_keywords(function, turn)
    outcomes = [
        outcome
        for begun, given in run_fixtures(m, path, function, receiver, arguments, _START)
        for outcome in dispatch.call_value(m, begun, function, (*bound, *given), keywords, _START)
    ]
    return [done for outcome in outcomes for done in _enter(m, outcome)]


def _enter(m: Analysis, outcome: Outcome) -> list[Outcome]:
    """A context manager is entered, and left at once."""
    if not isinstance(outcome.value, Manager):
        return [outcome]
    return run_managed(m, outcome.state, outcome.value, _START, lambda state, _: [Outcome(state, NONE)])


def _call_hook(m: Analysis, path: State, hook: BackwardHook, receiver: Value | None, turn: int) -> list[Outcome]:
    after: list[Outcome] = []
    others = _arguments_of(hook.backward, turn, method=True)[1:]
    for stepped in _call_method(m, path, hook.step, receiver, turn, _arguments_of(hook.step, turn, method=True)):
        loss = find_loss(stepped.state, stepped.value)
        if not stepped.raised:
            after += _call_method(m, stepped.state, hook.backward, receiver, turn, (loss, *others))
    return after


def _arguments_of(function: FunctionValue, turn: int, method: bool) -> tuple[Value, ...]:
    return unknown_arguments(function, turn, int(method and function.wrapper != "staticmethod"))


def _call_returned(m: Analysis, outcomes: list[Outcome], turn: int) -> None:
    """A client calls the functions that it is given back again and again, as it would an object's methods."""
    for outcome in outcomes:
        closures = list(pending_closures(m, [outcome.value]))
        paths = [outcome.state.fork()] if closures else []
        for number in range(turn, turn + ROUNDS):
            for closure in closures:
                for path in paths:
                    path.loops = ((m.scope.client_loop, number),)
                ended = [done for path in paths for done in call_closure(m, path, closure, number, _START)]
                paths = settle(m, ended, None, m.bases[-1])[:MAX_CLIENT_PATHS]
        for path in paths:
            finish_gradients(m, path)
