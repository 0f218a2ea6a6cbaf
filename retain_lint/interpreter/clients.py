"""Clients: how functions and classes are driven when no code that was run drives them. Floor 3.

A function is called with unknown arguments. Of a class one object is made, and its public methods are called again and
again, so that what a call leaves on `self` meets the next call.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass

from retain_lint.domain.autograd_graph import NodeId
from retain_lint.domain.canonical import take_base
from retain_lint.domain.heap import ClassRecord, DictRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, External, FunctionValue, Known, Manager, Ref, Symbol, Value
from retain_lint.interpreter import calls, opaque
from retain_lint.interpreter.contexts import run_managed
from retain_lint.interpreter.machine import CallContext, Machine, Outcome
from retain_lint.interpreter.objects import class_attribute, external_bases, method_order
from retain_lint.interpreter.reachability import Engines
from retain_lint.interpreter.setters import replace_defaults
from retain_lint.interpreter.settling import settle
from retain_lint.interpreter.stepping import finish_gradients
from retain_lint.interpreter.tensors import graph_operands
from retain_lint.ir.model import Function, GetAttr, SetAttr
from retain_lint.ir.walk import instructions_of
from retain_lint.project import LoadedModule
from retain_lint.source import Span

#: calls of each public method of an object, one after the other
ROUNDS = 2
#: paths that go on from one call of a client to the next
MAX_CLIENT_PATHS = 6
#: methods that prepare what others use
_SETTERS = frozenset({"forward", "set_input", "configure_optimizers", "setup", "build_model", "reset"})
_START = Span(1, 0, 1, 0)


@dataclass(frozen=True, slots=True)
class _Method:
    """An attribute of a class that can be called; `function` is the one written under that name, below its decorators."""

    name: str
    value: FunctionValue
    function: Function


@dataclass(frozen=True, slots=True)
class _Hook:
    """A Lightning module's own `backward`, which its trainer calls with the loss that `training_step` returns
    (lightning/pytorch/loops/optimization/automatic.py)."""

    step: FunctionValue
    backward: FunctionValue


def run_clients(m: Machine, state: State, path: str, loaded: LoadedModule, engines: Engines) -> int:
    """Drives what of a file reaches the engine and has not been run; gives the number of entry points."""
    m.stack.append(CallContext(m.globals[path], loaded.module.body, path))
    try:
        called = _called_names(loaded)
        values = list(state.frames[m.globals[path]].variables.items())
        count = _run_functions(m, state, [(n, v) for n, v in values if _is_own_function(v, path)], called, engines)
        for _, value in values:
            if isinstance(value, Ref) and _is_own_class(state, value, path):
                count += _run_class(m, state, value.address, loaded, called, engines)
        return count
    finally:
        m.stack.pop()


def _is_own_function(value: Value, path: str) -> bool:
    return isinstance(value, FunctionValue) and value.module == path


def _is_own_class(state: State, value: Ref, path: str) -> bool:
    record = state.heap.get(value.address)
    return isinstance(record, ClassRecord) and record.module == path


def _called_names(loaded: LoadedModule) -> frozenset[str]:
    """Names mentioned by other functions of the file: those are not entry points of their own."""
    found: set[str] = set()
    for function in loaded.module.functions:
        found |= {name for name in function.mentions if name != function.name}
    return frozenset(found | loaded.module.body.mentions)


def _run_functions(
    m: Machine, state: State, functions: list[tuple[str, Value]], called: frozenset[str], engines: Engines
) -> int:
    """First the functions that none of the file mentions, then what these did not lead to."""
    count = 0
    for wanted in (False, True):
        for name, value in functions:
            if not isinstance(value, FunctionValue) or (name in called) is not wanted:
                continue
            if id(value.function) not in m.executed and engines.reaches(state, value.function, value.module):
                count += 1
                _run_client(m, state, [value], None)
    return count


def _run_class(
    m: Machine, state: State, address: int, loaded: LoadedModule, called: frozenset[str], engines: Engines
) -> int:
    inherited = _methods(state, address, loaded)
    methods = list({method.name: method for method in reversed(inherited)}.values())[::-1]
    own = {method.name: method.function for method in methods}
    active = [x for x in methods if x.name != "__init__" and engines.reaches(state, x.function, x.value.module, own)]
    untried = _is_untried(m, state, address)
    pending = [method for method in active if untried or id(method.function) not in m.executed]
    if not pending:
        return 0
    drivers = [method for method in pending if method.name not in called] or _outermost(pending) or pending
    setters = [x for x in methods if x.name in _SETTERS and x.name not in called and x not in drivers]
    entries = 0
    for driver in drivers:
        entries += 1
        first = _preparing(methods, inherited, driver, called)
        driven = _hook(state, address, methods, driver) or driver.value
        _run_client(m, state, [*(s.value for s in setters), driven], Ref(address), first)
    for method in pending:
        if id(method.function) not in m.executed:
            entries += 1
            _run_client(m, state, [method.value], Ref(address))
    return entries


def _outermost(methods: list[_Method]) -> list[_Method]:
    """Those that no other one calls on its own object: what is mentioned may be another object's (`self.net.train()`)."""
    named = {x.name: _attributes([x.function], GetAttr) for x in methods}
    return [x for x in methods if not any(x.name in names for other, names in named.items() if other != x.name)]


def _hook(state: State, address: int, methods: list[_Method], driver: _Method) -> _Hook | None:
    bases = [base.name for base in external_bases(state, address) if isinstance(base, External)]
    step = next((x.value for x in methods if x.name == "training_step"), None)
    if driver.name != "backward" or step is None or not any(name.endswith(".LightningModule") for name in bases):
        return None
    manual = "automatic_optimization" in _attributes([x.function for x in methods], SetAttr)
    return None if manual else _Hook(step, driver.value)


def _preparing(
    methods: list[_Method], inherited: list[_Method], driver: _Method, called: Set[str]
) -> list[FunctionValue]:
    """The methods without which a method would not find its attributes: they, or what they call, set what it reads, and no
    constructor does. One that others call is taken where none else sets an attribute."""
    reached = {x.name: _reached(inherited, x.name) for x in methods}
    made = [*_reached(inherited, "__init__"), driver.function]
    missing = _attributes(reached[driver.name], GetAttr) - _attributes(made, SetAttr)
    sets = {name: _attributes(functions, SetAttr) & missing for name, functions in reached.items()}
    before = [x for x in methods if x.name not in {"__init__", driver.name} and x.function not in reached[driver.name]]
    before = [x for x in before if driver.function not in reached[x.name]]
    run = [x for x in before if x.name in _SETTERS and x.name not in called]
    lacking = missing.difference(*(sets[x.name] for x in run))
    public = [x for x in before if x.name not in called and x.name not in _SETTERS]
    first: list[_Method] = []
    for candidates in (public, [x for x in before if x.name in called]):
        for method in sorted(candidates, key=lambda x: -len(sets[x.name] & lacking)):
            if sets[method.name] & lacking:
                first.append(method)
                lacking -= sets[method.name]
    return [x.value for x in methods if x in first]


def _reached(methods: list[_Method], start: str) -> list[Function]:
    """The methods of that name, overridden ones too, and those that they mention, and so on."""
    found: list[Function] = []
    pending = [start]
    for name in pending:
        functions = [x.function for x in methods if x.name == name]
        found += functions
        mentioned = {mention for function in functions for mention in function.mentions}
        pending += sorted({x.name for x in methods if x.name in mentioned}.difference(pending))
    return found


def _attributes(functions: list[Function], kind: type[GetAttr | SetAttr]) -> set[str]:
    """The names of the attributes of their first parameter that methods read or set."""
    return {
        instruction.name
        for function in functions
        if function.parameters
        for instruction in instructions_of(function.body)
        if isinstance(instruction, kind) and instruction.object == function.parameters[0].name
    }


def _is_untried(m: Machine, state: State, cls: int) -> bool:
    """Was no object made of a class that nothing derives from? What it inherits then meets its own methods only here."""
    bases = [base for record in state.heap.values() if isinstance(record, ClassRecord) for base in record.bases]
    own = state.heap[cls]
    made = isinstance(own, ClassRecord) and (own.module, own.name) in m.instantiated
    return not made and Ref(cls) not in bases


def _methods(state: State, address: int, loaded: LoadedModule) -> list[_Method]:
    """The methods of a class, and after them those of its bases, overridden ones too."""
    written = {function.qualname: function for function in loaded.module.functions}
    return [
        _Method(name, value, written.get(f"{record.name}.{name}", value.function))
        for record in method_order(state, address)
        for name, value in record.attributes
        if isinstance(value, FunctionValue)
    ]


def _run_client(
    m: Machine,
    state: State,
    functions: Sequence[FunctionValue | _Hook],
    cls: Ref | None,
    first: Sequence[FunctionValue] = (),
) -> None:
    """Makes an object (for a class), and drives it; and once more as a client that replaces its default modules."""
    m.start_entry()
    m.client_loop = m.fresh()
    paths = [state.fork()]
    m.bases.append(take_base(state, m.counter + 1, m.graph))
    receiver: Value | None = None
    if cls is not None:
        init = class_attribute(paths[0], cls.address, "__init__")
        constructor = init if isinstance(init, FunctionValue) else None
        given = () if constructor is None else _arguments_of(constructor, 0, method=True)
        made = calls.call_value(m, paths[0], cls, given, _keywords_of(constructor, 0), _START)
        usable = [outcome for outcome in made if not outcome.raised]
        if not usable:
            m.bases.pop()
            return
        receiver, paths = usable[0].value, [outcome.state for outcome in usable]
    other = None if receiver is None else replace_defaults(m, paths[0], receiver)
    _drive(m, paths, functions, receiver, first)
    if other is not None:  # apart from the others, with which it would be joined
        m.start_entry()
        _drive(m, [other], functions, receiver, first)
    m.bases.pop()


def _drive(
    m: Machine,
    paths: list[State],
    functions: Sequence[FunctionValue | _Hook],
    receiver: Value | None,
    first: Sequence[FunctionValue],
) -> None:
    """Calls the `first` functions and then the others in order, a few rounds; of the first ones again those that leave
    graphs on the object, as for each of its batches."""
    building: list[FunctionValue] = []
    for function in first:
        before = _held_by(m, paths, receiver)
        paths = _call_once(m, paths, function, receiver, 0)
        building += [function] if _held_by(m, paths, receiver) - before else []
    for turn in range(ROUNDS if receiver is not None else 1):
        for called in [*building, *functions] if turn else functions:
            paths = _call_once(m, paths, called, receiver, turn)
    for path in paths:
        finish_gradients(m, path)


def _held_by(m: Machine, paths: list[State], receiver: Value | None) -> set[NodeId]:
    """The graphs that an object holds on any path."""
    given = [] if receiver is None else [receiver]
    parts = [part.node for path in paths for part in graph_operands(m, path, given)]
    return {node for node in parts if node is not None and m.graph[node].op not in ("unknown", "leaf")}


def _call_once(
    m: Machine, paths: list[State], function: FunctionValue | _Hook, receiver: Value | None, turn: int
) -> list[State]:
    after: list[Outcome] = []
    for path in paths[:MAX_CLIENT_PATHS]:
        path.loops = ((m.client_loop, turn),)
        if isinstance(function, _Hook):
            after += _call_hook(m, path, function, receiver, turn)
        else:
            after += _call_method(
                m, path, function, receiver, turn, _arguments_of(function, turn, receiver is not None)
            )
    for outcome in after:
        if not outcome.raised:
            for value in (outcome.value, *opaque.stored_outside(outcome.state)):
                opaque.note_returned(m, outcome.state, value)
    return settle(m, [o.state for o in after if not o.raised], None, m.bases[-1])


def _call_method(
    m: Machine, path: State, function: FunctionValue, receiver: Value | None, turn: int, arguments: tuple[Value, ...]
) -> list[Outcome]:
    given = arguments if receiver is None or function.wrapper == "staticmethod" else (receiver, *arguments)
    outcomes = calls.call_value(m, path, function, given, _keywords_of(function, turn), _START)
    return [done for outcome in outcomes for done in _enter(m, outcome)]


def _enter(m: Machine, outcome: Outcome) -> list[Outcome]:
    """A context manager is entered, and left at once."""
    if not isinstance(outcome.value, Manager):
        return [outcome]
    return run_managed(m, outcome.state, outcome.value, _START, lambda state, _: [Outcome(state, NONE)])


def _call_hook(m: Machine, path: State, hook: _Hook, receiver: Value | None, turn: int) -> list[Outcome]:
    after: list[Outcome] = []
    others = _arguments_of(hook.backward, turn, method=True)[1:]
    for stepped in _call_method(m, path, hook.step, receiver, turn, _arguments_of(hook.step, turn, method=True)):
        record = stepped.state.record(stepped.value)
        named = dict(record.items).get(Known("loss")) if isinstance(record, DictRecord) else None
        loss = stepped.value if named is None else named
        if not stepped.raised:
            after += _call_method(m, stepped.state, hook.backward, receiver, turn, (loss, *others))
    return after


def _arguments_of(function: FunctionValue, turn: int, method: bool) -> tuple[Value, ...]:
    names = [p.name for p in function.function.parameters if p.kind in ("positional", "positional_only")]
    if method and function.wrapper != "staticmethod":
        names = names[1:]
    return tuple(Symbol(("parameter", function.function.qualname, turn, name)) for name in names)


def _keywords_of(function: FunctionValue | None, turn: int) -> dict[str, Value]:
    """Unknown keywords; where others may be given, `**` holds them."""
    found: dict[str, Value] = {}
    if function is None:
        return found
    for parameter in function.function.parameters:
        if parameter.kind in ("keyword_only", "double_star"):
            name = parameter.name if parameter.kind == "keyword_only" else "**"
            found[name] = Symbol(("parameter", function.function.qualname, turn, parameter.name))
    return found
