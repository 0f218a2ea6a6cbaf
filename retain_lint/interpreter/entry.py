"""Entry points: what of a file is run, in which order, from which state. Floor 3.

The module's own code is run first, as a script. Functions that nothing has called are then run as a client would, with unknown
arguments; a class's public methods again and again on one object, so that what a call leaves on `self` meets the next call.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from retain_lint.domain.canonical import take_base
from retain_lint.domain.finding import Finding
from retain_lint.domain.heap import ClassRecord
from retain_lint.domain.state import Frame, State
from retain_lint.domain.value import FunctionValue, Ref, Symbol, Value
from retain_lint.interpreter import calls, engine, layers, opaque
from retain_lint.interpreter.contexts import enter_context
from retain_lint.interpreter.machine import MAX_STEPS, Budget, CallContext, Machine, Outcome
from retain_lint.interpreter.objects import class_attribute, method_order
from retain_lint.interpreter.stepping import finish_gradients
from retain_lint.interpreter.verdicts import read_verdicts
from retain_lint.ir.model import Function
from retain_lint.project import LoadedModule, Project
from retain_lint.source import Span

#: words without which a function cannot take part in what is looked for
_ENGINE_WORDS = frozenset({"backward", "grad", "manual_backward"})
#: calls of each public method of an object, one after the other
ROUNDS = 2
#: paths that go on from one call of a client to the next
MAX_CLIENT_PATHS = 6
_START = Span(1, 0, 1, 0)


@dataclass(frozen=True, slots=True)
class Statistics:
    """What the analysis did: budgets that cut it short, by kind."""

    budget_cuts: dict[str, int] = field(default_factory=dict)
    entries: int = 0
    steps: int = 0

    def counts(self) -> dict[str, int]:
        """The counters by name."""
        cuts = {f"{name} budget cuts": count for name, count in sorted(self.budget_cuts.items())}
        return {"entry points": self.entries, "instructions": self.steps, **cuts}


@dataclass(frozen=True, slots=True)
class Report:
    """The findings of one file, in order of their places."""

    findings: tuple[Finding, ...]
    statistics: Statistics


def analyse(loaded: LoadedModule, project: Project) -> Report:
    """Runs every entry point of a file and reads the verdicts."""
    m = Machine(project, engine.run_function, calls.call_value, run_module, enter_context)
    m.opaque = opaque.call_opaque
    m.opaque_module = opaque.call_opaque_module
    m.opaque_tensor_method = opaque.call_opaque_tensor_method
    m.module_method = layers.call_module_method
    m.main = loaded.source.path
    m.register(loaded)
    state = State()
    states = _run_top_level(m, state, loaded.source.path)
    for ended in states:
        finish_gradients(m, ended)
    entries = 1
    if states:
        entries += _run_clients(m, states[0], loaded)
    statistics = Statistics(dict(m.ledger.budget_cuts), entries, m.total_steps)
    return Report(tuple(read_verdicts(m)), statistics)


def _run_top_level(m: Machine, state: State, path: str) -> list[State]:
    loaded = m.modules[path]
    assert loaded is not None
    frame = m.fresh()
    m.globals[path] = frame
    state.frames[frame] = Frame({})
    m.stack.append(CallContext(frame, loaded.module.body, path))
    m.bases.append(take_base(state, m.counter + 1, m.graph))
    exits = engine.Exits()
    try:
        ended = engine.run_block(m, loaded.module.body.body, [state], exits)
        return ended or exits.raised or [state]
    finally:
        m.bases.pop()
        m.stack.pop()


def run_module(m: Machine, state: State, path: str) -> None:
    """Runs a module of the project for its definitions, once on each path that imports it."""
    frame = m.globals.get(path)
    if frame is not None and frame in state.frames:
        return
    if path not in m.modules:
        loaded = m.project.load(Path(path))
        m.modules[path] = loaded
        if loaded is not None:
            m.register_as(path, loaded)
    if m.modules[path] is None or len(m.imports) > 20:
        return
    m.imports.append(path)
    budget, m.budget = m.budget, Budget(20_000)
    states = _run_top_level(m, state, path)
    m.budget = budget
    m.imports.pop()
    if states and states[0] is not state:
        state.adopt(states[0])


def _run_clients(m: Machine, state: State, loaded: LoadedModule) -> int:
    path = loaded.source.path
    m.stack.append(CallContext(m.globals[path], loaded.module.body, path))
    count = 0
    try:
        called = _called_names(loaded)
        classes = [v.address for v in _globals(m, state, path) if isinstance(v, Ref) and _is_own_class(state, v, path)]
        functions = [v for v in _globals(m, state, path) if isinstance(v, FunctionValue) and v.module == path]
        for function in functions:
            name = function.function.name
            if id(function.function) not in m.executed and name not in called and _matters(function.function):
                count += 1
                _run_client(m, state, [function], None)
        for function in functions:
            if id(function.function) not in m.executed and _matters(function.function):
                count += 1
                _run_client(m, state, [function], None)
        for address in classes:
            count += _run_class(m, state, address, called)
    finally:
        m.stack.pop()
    return count


def _globals(m: Machine, state: State, path: str) -> list[Value]:
    return list(state.frames[m.globals[path]].variables.values())


def _is_own_class(state: State, value: Ref, path: str) -> bool:
    record = state.heap.get(value.address)
    return isinstance(record, ClassRecord) and record.module == path


def _matters(function: Function) -> bool:
    return bool(function.mentions & _ENGINE_WORDS)


def _called_names(loaded: LoadedModule) -> frozenset[str]:
    """Names mentioned by other functions of the file: those are not entry points of their own."""
    found: set[str] = set()
    for function in loaded.module.functions:
        found |= {name for name in function.mentions if name != function.name}
    return frozenset(found | loaded.module.body.mentions)


def _run_class(m: Machine, state: State, address: int, called: frozenset[str]) -> int:
    methods = _methods(state, address)
    drivers = [f for f in methods if f.function.name not in called and f.function.name != "__init__"]
    pending = [f for f in methods if _drives(methods, f.function) and id(f.function) not in m.executed]
    if not pending:
        return 0
    active = [f for f in drivers if _drives(methods, f.function)] or pending
    setters = [f for f in drivers if f not in active and _sets_up(f.function, active)]
    entries = 0
    for driver in active:
        entries += 1
        _run_client(m, state, [*setters, driver], Ref(address))
    for function in pending:
        if id(function.function) not in m.executed:
            entries += 1
            _run_client(m, state, [function], Ref(address))
    return entries


def _methods(state: State, address: int) -> list[FunctionValue]:
    found: dict[str, FunctionValue] = {}
    for record in method_order(state, address):
        for name, value in record.attributes:
            if isinstance(value, FunctionValue):
                found.setdefault(name, value)
    return list(found.values())


def _drives(methods: list[FunctionValue], function: Function, depth: int = 6) -> bool:
    """Does a method reach an engine call, itself or through methods it mentions?"""
    if _matters(function):
        return True
    if depth == 0:
        return False
    return any(
        other.function.name in function.mentions
        and other.function is not function
        and _drives(methods, other.function, depth - 1)
        for other in methods
    )


def _sets_up(function: Function, active: list[FunctionValue]) -> bool:
    """A public method that prepares what the drivers use (set_input, forward): not a magic one."""
    return function.name in ("forward", "set_input", "configure_optimizers", "setup", "build_model", "reset")


def _run_client(m: Machine, state: State, functions: list[FunctionValue], cls: Ref | None) -> None:
    """Makes an object (for a class) and calls the functions in order, a few rounds."""
    m.total_steps += MAX_STEPS - m.budget.steps
    m.budget = Budget()
    m.client_loop = m.fresh()
    paths = [state.fork()]
    m.bases.append(take_base(state, m.counter + 1, m.graph))
    receiver: Value | None = None
    if cls is not None:
        made = calls.call_value(m, paths[0], cls, _unknown_arguments(m, paths[0], cls), {}, _START)
        usable = [outcome for outcome in made if not outcome.raised]
        if not usable:
            m.bases.pop()
            return
        receiver, paths = usable[0].value, [outcome.state for outcome in usable]
    for turn in range(ROUNDS if cls is not None else 1):
        for function in functions:
            paths = _call_once(m, paths, function, receiver, turn)
    m.bases.pop()
    for path in paths:
        finish_gradients(m, path)


def _call_once(
    m: Machine, paths: list[State], function: FunctionValue, receiver: Value | None, turn: int
) -> list[State]:
    after: list[Outcome] = []
    for path in paths[:MAX_CLIENT_PATHS]:
        arguments = _arguments_of(function, turn, method=receiver is not None)
        given = arguments if receiver is None or function.wrapper == "staticmethod" else (receiver, *arguments)
        path.loops = ((m.client_loop, turn),)
        after += calls.call_value(m, path, function, given, {}, _START)
    for outcome in after:
        if not outcome.raised:
            opaque.note_returned(m, outcome.state, outcome.value)
    return engine.settle(m, [o.state for o in after if not o.raised], None, m.bases[-1])


def _arguments_of(function: FunctionValue, turn: int, method: bool) -> tuple[Value, ...]:
    names = [p.name for p in function.function.parameters if p.kind in ("positional", "positional_only")]
    if method and function.wrapper != "staticmethod":
        names = names[1:]
    return tuple(Symbol(("parameter", function.function.qualname, turn, name)) for name in names)


def _unknown_arguments(m: Machine, state: State, cls: Ref) -> tuple[Value, ...]:
    init = class_attribute(state, cls.address, "__init__")
    return _arguments_of(init, 0, method=True) if isinstance(init, FunctionValue) else ()
