"""Objects whose classes cannot be seen: the graphs that they have built they may give out again, as an attribute or by a
method that is given nothing to build from. Floor 3."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

from retain_lint.domain.autograd_graph import GradNode, NodeId
from retain_lint.domain.heap import InstanceRecord
from retain_lint.domain.key_index import owner_of
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.state import State
from retain_lint.domain.value import External, Key, Known, Ref, Symbol, Tuple, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.heap.known_records import address_of
from retain_lint.interpreter.heap.objects import class_attribute
from retain_lint.interpreter.heap.provenance import is_method_of_part, roots_in, roots_of
from retain_lint.torch_api.lookup import find_control_method, find_method, runs_no_engine

#: the name of what an unseen callee made of no graph: a tensor, for all that is known, until it is used as none can be
RESULT = "result"


def take_as_object(state: State, value: Value) -> None:
    """What is called is no tensor."""
    if isinstance(value, Symbol) and value.key[0] == RESULT:
        state.take_for_object(value.key)


def take_as_whole_numbers(state: State, values: Iterable[Value]) -> None:
    """What sizes, ranges and bounds are made of are whole numbers, which never require grad."""
    for value in values:
        if isinstance(value, Tuple):
            take_as_whole_numbers(state, value.items)
        take_as_object(state, value)
        record = state.tensor(value)
        if isinstance(value, Ref) and record is not None and record.requires_grad is Ternary.MAYBE:
            state.update_tensor(value.address, record, node=None, requires_grad=Ternary.NO)


def hangs_on_data(m: Analysis, number: NodeId) -> bool:
    """Does no graph that is known of lie behind the node? It has a history only if what is unknown has one, or what opaque code
    made of no graph. Beside a known graph both are mostly data: what is computed of them once, and sent backward again and
    again, would raise."""
    return all(_may_be_data(m, node) for node in m.graph.reach([number]))


def hangs_on_libraries(m: Analysis, number: NodeId) -> bool:
    """Does nothing lie behind the node but what functions of libraries have made of data, and what is unknown? They have no
    parameters of their own: beside a known graph that is data."""
    return all(node.number in m.facts.of_libraries for node in m.graph.reach([number]) if node.is_source)


def _may_be_data(m: Analysis, node: GradNode) -> bool:
    made = node.op == "call" and node.requires_grad is not Ternary.YES and node.number not in m.facts.decided
    return bool(node.inputs) or node.op == "unknown" or made


def take_as_dataset(m: Analysis, state: State, value: Value) -> None:
    """What is given to a loader holds data, unless it was made of a graph that is known of."""
    take_as_object(state, value)
    address, record = address_of(state, value), state.tensor(value)
    if address is not None and record is not None and record.node is not None and record.opaque:
        if hangs_on_data(m, record.node):
            state.update_tensor(address, record, node=None, requires_grad=Ternary.NO)


def method_of_object(m: Analysis, state: State, part: Ref) -> Symbol | None:
    """The method, if what it is called on was made by unseen code before this iteration: then it is no output whose parts
    hang on one graph, but an object that may build another graph in each call."""
    whole, name = state.parts[part.address]
    record = state.tensor(whole)
    if not isinstance(whole, Symbol) or whole.key[0] != RESULT or record is None or record.node is None:
        return None
    if m.graph[record.node].stamp == state.loops:
        return None
    take_as_object(state, whole)
    return Symbol(("attr", whole.key, name))


def attribute_of_object(state: State, part: Value, name: str) -> Symbol | None:
    """An attribute of a part of what opaque code made of no graph, if that is known to be no tensor: only modules have the
    attribute, or have one that it was asked for before."""
    shows = only_modules_have(name) and find_control_method(name, "any") is None
    holder = _take_as_object(state, part, shows)
    return None if holder is None else Symbol(("attr", holder, name))


def _take_as_object(state: State, part: Value, shown: bool) -> Key | None:
    """The name of a part of an opaque object, from the whole down; if it is shown, none of these is a tensor any more."""
    if isinstance(part, Symbol) and part.key[0] == RESULT:
        if shown:
            take_as_object(state, part)
        return None if part.key in state.tensors else part.key
    record = state.tensor(part)
    if not isinstance(part, Ref) or part.address not in state.parts or record is None:
        return None
    whole, place = state.parts[part.address]
    holder = _take_as_object(state, whole, shown)
    if holder is not None and shown and record.node is not None:
        state.update_tensor(part.address, record, node=None, requires_grad=Ternary.NO)
    return None if holder is None or record.node is not None and not shown else ("attr", holder, place)


def only_modules_have(name: str) -> bool:
    """Is it a method of modules, and none of tensors?"""
    of_tensors = find_method(name) or find_control_method(name, "tensor")
    return find_control_method(name, "module") is not None and of_tensors is None


def note_built(m: Analysis, state: State, callee: Value, request: CallRequest, result: Value) -> None:
    """Remembers what an object has built; and what its methods may have taken from what it had built before."""
    if isinstance(result, Symbol) and isinstance(callee, External) and runs_no_engine(callee.name):
        m.facts.library_objects.add(result.key)
    record = state.tensor(result)
    if record is None or record.node is None:
        return
    roots = tuple(dict.fromkeys(root for value in request.values() for root in roots_in(m, value)))
    if roots and not m.graph[record.node].inputs:
        m.facts.made_of[record.node] = roots
    if not isinstance(callee, Symbol):
        return
    owner = owner_of(callee.key)
    if _answers(state, owner):
        m.facts.unknown_keys[record.node] = owner
    state.note_built(owner, record.node)
    asks = owner != callee.key and request.instruction.used
    if asks and (all(isinstance(value, Known) for value in request.values()) or is_method_of_part(callee)):
        m.facts.given_out_by[record.node] = owner


def _answers(state: State, key: Key) -> bool:
    """Is it an attribute that the object's class answers for in code, which gave nothing that is known?"""
    holder = key[1][-1] if key[0] == "attr" and isinstance(key[1], tuple) else None
    record = state.record(holder) if isinstance(holder, Ref) else None
    return isinstance(record, InstanceRecord) and class_attribute(state, record.cls, "__getattr__") is not None


def is_of_library(m: Analysis, callee: Value) -> bool:
    """Is it a function or an object, or a part of one, of a library that runs no engine?"""
    if isinstance(callee, External):
        return runs_no_engine(callee.name)
    return isinstance(callee, Symbol) and owner_of(callee.key) in m.facts.library_objects


def held_unseen(m: Analysis, state: State, node: NodeId, reached: Set[NodeId]) -> Iterator[NodeId]:
    """The graphs of this iteration, built on this path, that may be what stands behind an attribute, or the result of a
    method, of an opaque object; or what that was computed of."""
    key = m.facts.unknown_keys.get(node) or m.facts.given_out_by.get(node)
    roots = m.facts.made_of.get(node, ()) if key is None else roots_of(m, key)
    yield from (number for number in built_by(m, state, roots, reached) if not _is_built_on(m, number, node))


def _is_built_on(m: Analysis, number: NodeId, node: NodeId) -> bool:
    """Does a graph run through the node? Then what they share is known."""
    below = m.graph.reach([number], lambda one: one.number <= node) if number > node else ()
    return any(one.number == node for one in below)


def built_by(m: Analysis, state: State, names: Iterable[Key], reached: Set[NodeId]) -> Iterator[NodeId]:
    """The graphs of this iteration that the opaque objects have built to which these names belong, but those reached."""
    owners = [owner for owner in dict.fromkeys(map(owner_of, names)) if owner not in m.facts.library_objects]
    built = frozenset[NodeId]().union(*(state.unseen_built.get(owner, frozenset()) for owner in owners))
    for number in sorted(built - reached):
        stamp = m.graph[number].stamp
        if stamp == state.loops[: len(stamp)] and not _is_answer(m, state, number):
            yield number


def _is_answer(m: Analysis, state: State, number: NodeId) -> bool:
    """Was the object only asked for it (`g.num_edges()`), and has nothing sent it backward? Then it is data."""
    return number in m.facts.given_out_by and number not in state.kept and number not in state.freed
