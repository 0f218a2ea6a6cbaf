"""Clients: which functions and classes are driven when no code that was run drives them. Floor 3.

A function is called with unknown arguments. Of a class one object is made, and its public methods are called again and
again, so that what a call leaves on `self` meets the next call.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from retain_lint.domain.heap import ClassRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import FunctionValue, Ref, Value
from retain_lint.interpreter.context.analysis import Analysis, CallContext
from retain_lint.interpreter.drivers.harness_runs import BackwardHook, CallPlan, Client, make_client, run_client
from retain_lint.interpreter.drivers.harness_setup import find_lacking, find_preparing
from retain_lint.interpreter.drivers.left_to_subclasses import find_left_open
from retain_lint.interpreter.drivers.lightning_modules import STEP, is_lightning, optimizes_itself
from retain_lint.interpreter.drivers.settable_globals import open_settable
from retain_lint.interpreter.drivers.unmet_calls import is_pending, lacks_calls
from retain_lint.interpreter.drivers.used_objects import find_gathered, find_gathering
from retain_lint.interpreter.effects.closures import call_waiting
from retain_lint.interpreter.effects.name_call_graph import Engines, functions_seen
from retain_lint.interpreter.effects.unnamed_methods import UNNAMED
from retain_lint.interpreter.heap.class_methods import (
    NamedMethod,
    attributes_looked_at,
    methods_of,
    own_attributes,
    reached_from,
    read_unset,
)
from retain_lint.ir.model import Function, GetAttr, LoadFree, LoadGlobal, SetAttr
from retain_lint.ir.walk import instructions_of
from retain_lint.project.loader import LoadedModule
from retain_lint.torch_api.vocabulary import ENGINE_WORDS, PREPARING


def run_clients(m: Analysis, state: State, path: str, loaded: LoadedModule, engines: Engines) -> int:
    """Drives what of a file reaches the engine and has not been run; gives the number of entry points."""
    m.stack.append(CallContext(m.program.globals[path], loaded.module.body, path))
    state = open_settable(m, state)
    try:
        called = _called_names(loaded)
        values = list(state.variables(m.program.globals[path]).items())
        own = [(name, value) for name, value in values if _is_own_function(value, path)]
        count = _run_functions(m, state, own, loaded, engines)
        for _, value in values:
            if isinstance(value, Ref) and _is_own_class(state, value, path):
                count += _run_class(m, state, value.address, loaded, called, engines)
        call_waiting(m)
        return count
    finally:
        m.stack.pop()


def _is_own_function(value: Value, path: str) -> bool:
    return isinstance(value, FunctionValue) and value.module == path


def _is_own_class(state: State, value: Ref, path: str) -> bool:
    record = state.get(value.address)
    return isinstance(record, ClassRecord) and record.module == path


def _called_names(loaded: LoadedModule) -> frozenset[str]:
    """Names mentioned by other functions of the file: those are not entry points of their own."""
    return _mentioned_names(loaded.module.functions) | loaded.module.body.mentions


def _mentioned_names(functions: Iterable[Function]) -> frozenset[str]:
    """What functions mention, but for their own names."""
    return frozenset(name for function in functions for name in function.mentions if name != function.name)


def _loaded_names(functions: Iterable[Function]) -> frozenset[str]:
    """The variables of a file that its functions read, but for their own names; `model.train()` reads no `train`."""
    loads = ((f, i) for f in functions for i in instructions_of(f.body) if isinstance(i, (LoadGlobal, LoadFree)))
    return frozenset(load.name for function, load in loads if load.name != function.name)


def _run_functions(
    m: Analysis,
    state: State,
    functions: list[tuple[str, Value]],
    loaded: LoadedModule,
    engines: Engines,
) -> int:
    """First the functions that nothing in the file mentions, then those that only its own code hands on
    (`fire.Fire(train)`), then what these did not lead to."""
    outer, inner = _loaded_names([loaded.module.body]), _loaded_names(loaded.module.functions)
    count = 0
    for rank in range(3):
        for name, value in functions:
            if not isinstance(value, FunctionValue) or rank != (2 if name in inner else name in outer):
                continue
            if is_pending(m, loaded, value.function) and engines.reaches(state, value.function, value.module):
                count += 1
                run_client(m, make_client(m, state), CallPlan([value]))
    return count


def _run_class(
    m: Analysis, state: State, address: int, loaded: LoadedModule, called: frozenset[str], engines: Engines
) -> int:
    inherited = methods_of(state, address, loaded)
    called |= _mentioned_names(method.function for method in inherited)  # bases may stand in other files
    methods = list({method.name: method for method in reversed(inherited)}.values())[::-1]
    own = {method.name: method.function for method in methods}
    beside = {"__init__", *UNNAMED}  # clients call none of these by name
    active = [x for x in methods if x.name not in beside and engines.reaches(state, x.function, x.value.module, own)]
    untried = _is_untried(m, state, address)
    reached = {x.name: reached_from(inherited, x.name) for x in methods}
    pending = active if untried else _leading_to_pending(m, loaded, active, reached)
    if not pending:
        return 0
    drivers = [method for method in pending if method.name not in called] or _outermost(pending) or pending
    setters = [x for x in methods if x.name in PREPARING and x.name not in called and x not in drivers]
    shared = _shared_attributes({x.name: reached[x.name] for x in drivers})
    running = {x.name for x in active}
    entries = 0
    client = make_client(
        m, state, Ref(address)
    )  # the constructor runs once: to run it for each method took most of the time
    for driver in drivers:
        entries += 1
        lacking = find_lacking(reached, driver)
        first = find_preparing(methods, reached, driver, called, lacking, running)
        driven = _hook(state, address, methods, driver) or driver.value
        plan = CallPlan([*(s.value for s in setters), driven], first, shared[driver.name], lacking)
        run_client(m, client, plan)
        gathered = find_gathered(reached, driver) if lacks_calls(m, reached[driver.name]) else None
        if gathered or gathered is not None and client.has_gathering_parts():
            more = find_gathering(methods, reached, driver, gathered)
            run_client(
                m, client, replace(plan, first=[*first, *(x for x in more if x not in first)], gathered=gathered)
            )
        _run_subclass(m, client, plan, methods, reached[driver.name])
    for method in pending:
        if id(method.function) not in m.executed or lacks_calls(m, [method.function]):
            entries += 1
            plan = CallPlan([method.value], shared=_looked_at_by_others(m, methods, reached[method.name]))
            run_client(m, client, plan)
            _run_subclass(m, client, plan, methods, reached[method.name])
    return entries


def _run_subclass(m: Analysis, client: Client, plan: CallPlan, methods: list[NamedMethod], run: list[Function]) -> None:
    """Makes the calls once more, where they have not come to all engine calls in the functions `run`, of a subclass's object."""
    left_open = find_left_open(methods, run) if lacks_calls(m, run) else None
    if left_open:
        run_client(m, client, replace(plan, left_open=left_open))


def _leading_to_pending(
    m: Analysis, loaded: LoadedModule, methods: list[NamedMethod], reached: Mapping[str, list[Function]]
) -> list[NamedMethod]:
    """The methods that are pending, and those that call one: what they inherit may have run with another class's methods."""
    pending = {id(x.function) for x in methods if is_pending(m, loaded, x.function)}
    return [x for x in methods if any(id(function) in pending for function in reached[x.name])]


def _shared_attributes(runs: Mapping[str, list[Function]]) -> dict[str, frozenset[str]]:
    """For each method that a client calls what the others read from the object and do not set: they may be called after it."""
    reads = {name: attributes_looked_at(functions) for name, functions in runs.items()}
    sets = {name: own_attributes(functions, SetAttr) for name, functions in runs.items()}
    shared: dict[str, frozenset[str]] = {}
    for name in runs:
        others = [other for other in runs if other != name]
        read = frozenset[str]().union(*(reads[other] for other in others))
        shared[name] = read.difference(*(sets[other] for other in others))
    return shared


def _looked_at_by_others(m: Analysis, methods: list[NamedMethod], run: list[Function]) -> frozenset[str]:
    """The attributes of an object that methods read which have not run, and those that code outside of the class names which runs
    the engine (`self.owner.loss.backward()`). The body of a class mentions what its methods do."""
    own = [x.function for x in methods]
    others = (f for f in functions_seen(m) if f not in own and f.kind != "class")
    outside = (f for f in others if not f.mentions.isdisjoint(ENGINE_WORDS))
    return read_unset([f for f in own if f not in run]).union(*(f.mentions for f in outside))


def _outermost(methods: list[NamedMethod]) -> list[NamedMethod]:
    """Those that no other one calls on its own object: what is mentioned may be another object's (`self.net.train()`)."""
    named = {x.name: own_attributes([x.function], GetAttr) for x in methods}
    return [x for x in methods if not any(x.name in names for other, names in named.items() if other != x.name)]


def _hook(state: State, address: int, methods: list[NamedMethod], driver: NamedMethod) -> BackwardHook | None:
    step = next((x.value for x in methods if x.name == STEP), None)
    if driver.name != "backward" or step is None or not is_lightning(state, address):
        return None
    return None if optimizes_itself(state, address) else BackwardHook(step, driver.value)


def _is_untried(m: Analysis, state: State, cls: int) -> bool:
    """Was no object made of a class that nothing derives from? What it inherits then meets its own methods only here."""
    bases = [base for record in state.heap.values() if isinstance(record, ClassRecord) for base in record.bases]
    own = state.at(cls)
    made = isinstance(own, ClassRecord) and (own.module, own.name) in m.instantiated
    return not made and Ref(cls) not in bases
