"""What a client outside the project is given, or finds in what it has handed in: graphs that it may send backward. Floor 3."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from retain_lint.domain.autograd_graph import NodeId
from retain_lint.domain.call_verdict import Doubt, Reason
from retain_lint.domain.gradients import SiteId
from retain_lint.domain.heap import DictRecord, InstanceRecord, ListRecord, Record, lookup
from retain_lint.domain.key_index import path_of
from retain_lint.domain.state import State
from retain_lint.domain.value import External, FunctionValue, Key, Tuple, Value
from retain_lint.interpreter.autograd.staleness import is_perhaps_stepped, is_useless
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.effects.calling_names import called_as
from retain_lint.interpreter.heap.class_methods import functions_of, read_unset
from retain_lint.interpreter.heap.objects import is_module_class
from retain_lint.interpreter.heap.stored_items import KEPT, MEAN
from retain_lint.interpreter.heap.tensors import MAX_NESTING, graph_operands
from retain_lint.ir.model import Function
from retain_lint.project.files import SearchKind
from retain_lint.torch_api.lookup import is_method_name
from retain_lint.torch_api.vocabulary import BACKWARD_METHODS, CLOSURES, LOGS, METERS


def stored_outside(state: State) -> list[Value]:
    """What was stored in objects that a client outside the project has handed in, but for logs of figures."""
    handed_in = [(key, pairs) for key, pairs in state.overlay.items() if _is_handed_in(key) and not lookup(pairs, MEAN)]
    stored = [(key, name, value) for key, pairs in handed_in for name, value in pairs]
    return [value for key, name, value in stored if not _is_log(key, by_method=name == KEPT)]


def _is_handed_in(key: Key) -> bool:
    return path_of(key)[0][0] == "parameter"


def _is_log(key: Key, by_method: bool) -> bool:
    """Does it take figures, by its name (`meters["loss"]`), or does its method that was given them (`metrics["loss"].append`)?
    Nobody sends those backward, whatever graph they hang on."""
    names = [name for part in path_of(key) if isinstance(name := part[-1], str)]
    return any(METERS.fullmatch(name) or by_method and LOGS.fullmatch(name) for name in names)


def note_returned(
    m: Analysis,
    state: State,
    value: Value,
    reason: Reason = Reason.TO_CALLER,
    function: FunctionValue | None = None,
) -> None:
    """A client outside the project receives the value, from a function if one is given: it may send the graph of a tensor in it
    backward, unless torch refuses that, as it does after the step of what the tensor was computed with. That a step is of that
    is taken for granted where it follows upon the tensor's own backward."""
    parts = graph_operands(m, state, _given_on(state, value, MAX_NESTING)) if state.kept else []
    roots = dict.fromkeys(part.node for part in parts if part.node is not None)
    useful = [root for root in roots if not (is_useless(m, state, root) or _is_done_with(m, state, root))]
    kept = [found for node in m.graph.reach(useful) if (found := state.still_kept(node.number)) is not None]
    if not kept or function is not None and _are_only_read(m, state, function, useful):
        return
    for site in frozenset[SiteId]().union(*(one.sites for one in kept)):
        m.ledger.retains[site].note_escape(Doubt(reason), crowded=state.crowded)


def note_held(m: Analysis, state: State, value: Value, depth: int = MAX_NESTING) -> None:
    """A part of the object that a client holds: its own methods, or those of its parts, may send backward what it has gathered."""
    if not state.kept:
        return
    record = state.record(value)
    if isinstance(record, InstanceRecord):
        if is_module_class(state, record.cls):
            return
        if _send_backward(functions_of(state, record.cls)):
            note_returned(m, state, value, Reason.TO_OBJECT)
            return
    for part in _inside(value, record) if depth else ():
        note_held(m, state, part, depth - 1)


def _send_backward(methods: Sequence[Function]) -> bool:
    """Does one of an object's methods send graphs backward?"""
    return any(not method.mentions.isdisjoint(BACKWARD_METHODS) for method in methods)


def _inside(value: Value, record: Record | None) -> tuple[Value, ...]:
    """What a tuple, a list, a dictionary or an object holds."""
    if isinstance(value, Tuple):
        return value.items
    if isinstance(record, ListRecord):
        return record.items
    if isinstance(record, DictRecord):
        return tuple(item for _, item in record.items)
    return tuple(x for _, x in record.attributes) if isinstance(record, InstanceRecord) else ()


def _is_done_with(m: Analysis, state: State, root: NodeId) -> bool:
    """Is it a loss that was sent backward already, or a sum of such, and was a step taken since?"""
    return is_perhaps_stepped(m, state, root) and _is_of_losses(m, root)


def _are_only_read(m: Analysis, state: State, function: FunctionValue, roots: Sequence[NodeId]) -> bool:
    """Is it the project that calls the function, in files that run no engine? What is more than losses that were sent backward
    already they must not hand on, either. A name that objects of torch or Python have methods of says nothing. What the closure of an
    optimiser returns, that takes for a number, and an Engine of ignite keeps what its step returns."""
    name = called_as(function.function)
    losses = all(_is_of_losses(m, root) for root in roots)
    if losses and any(word in name.lower() for word in CLOSURES) or _is_run_by_ignite(m, state, function):
        return True
    if is_method_name(name) or any(hasattr(kind, name) for kind in (dict, list, str)):
        return False
    kind = SearchKind.CALLERS if losses else SearchKind.LAST_CALLERS
    return bool(m.program.project.callers(function.module, name, kind))


def _is_run_by_ignite(m: Analysis, state: State, function: FunctionValue) -> bool:
    """Is it the step that an Engine of ignite runs for each batch (`def update(engine, batch)`)? That keeps what it returns for
    handlers, which log it, and runs no engine of torch (ignite/engine/engine.py, 0.5)."""
    first = [parameter.name for parameter in function.function.parameters[:2]]
    frame = m.program.globals.get(function.module)
    if "engine" not in first or frame not in state.frames:
        return False
    found = state.variables(frame).values()
    return any(isinstance(value, External) and value.name.startswith("ignite.") for value in found)


def _is_of_losses(m: Analysis, root: NodeId) -> bool:
    """Was it sent backward, or computed of such losses alone?"""
    todo, seen = [root], {root}
    while todo:
        node = m.graph[todo.pop()]
        if node.number in m.facts.sent_backward:
            continue
        if not node.inputs:
            return False
        todo += [number for number in node.inputs if number not in seen]
        seen.update(node.inputs)
    return True


def _given_on(state: State, value: Value, depth: int) -> Iterator[Value]:
    """The value, or what is in it: of an object that sends its own graphs backward, only what its methods read of each other,
    beside figures."""
    record = state.record(value)
    items: tuple[Value, ...] | None = None
    if isinstance(value, Tuple) or isinstance(record, (ListRecord, DictRecord)):
        items = _inside(value, record)
    elif isinstance(record, InstanceRecord):
        methods = functions_of(state, record.cls)
        if _send_backward(methods):
            shared = read_unset(methods)
            items = tuple(x for name, x in record.attributes if name in shared and not METERS.fullmatch(name))
    if items is None or not depth:
        yield value
        return
    for item in items:
        yield from _given_on(state, item, depth - 1)
