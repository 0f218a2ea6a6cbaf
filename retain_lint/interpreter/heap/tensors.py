"""Tensors as operands: what a value contributes to the graph, and how new tensors are made. Floor 3."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from retain_lint.domain.autograd_graph import PART, GradNode, NodeId, Reuse, SavedTensor, StorageId
from retain_lint.domain.gradients import Hindrance
from retain_lint.domain.heap import DictRecord, InstanceRecord, ListRecord, TensorRecord
from retain_lint.domain.history import Event, EventKind
from retain_lint.domain.joined_values import is_element_of_model
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.loaded import is_batch, is_option
from retain_lint.domain.shapes import NOTHING, OTHER, TENSOR, Shape, join_shapes
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, Address, Key, Known, Lazy, Linear, Method, Ref, Symbol, Tuple, Value, key_of
from retain_lint.interpreter.context.analysis import Analysis, CallContext
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.heap.stored_items import stored_items
from retain_lint.source import Location, Span

#: how deep containers are searched for tensors
MAX_NESTING = 4


@dataclass(frozen=True, slots=True)
class Operand:
    """A value as an operation sees it. `event` is the expression that hands it in."""

    node: NodeId | None
    requires_grad: Ternary
    storage: StorageId | None = None
    address: Address | None = None
    event: Event | None = None


PLAIN = Operand(None, Ternary.NO)


def operand(m: Analysis, state: State, value: Value, event: Event | None = None) -> Operand:
    """What a value brings to an operation. An unknown value may carry a graph that cannot be judged."""
    record = state.tensor(value)
    if record is not None:
        address = value.address if isinstance(value, Ref) else state.tensors[value.key]  # type: ignore[union-attr]
        if record.requires_grad is Ternary.NO:
            return Operand(None, Ternary.NO, record.storage, address, event)
        return Operand(record.node, record.requires_grad, record.storage, address, event)
    if isinstance(value, (Symbol, Linear)) and not is_plain(m, value):
        return Operand(unknown_node(m, value.key), Ternary.MAYBE, event=event)
    part = as_part(m, state, value)
    return operand(m, state, part, event) if part is not None else PLAIN


def is_plain(m: Analysis, value: Value) -> bool:
    """Is it no unknown value that may be a tensor? What a number was added to may still be one."""
    if isinstance(value, Linear):
        return value.key not in m.facts.moved
    return not isinstance(value, Symbol) or value.plain or is_option(value.key) or is_batch(value.key)


def moved_tensor(m: Analysis, value: Linear) -> Symbol:
    """What has attributes is no integer, but a tensor to which a number was added."""
    plain = is_plain(m, value)
    return Symbol(("arith", "+", Symbol(value.key, plain), Known(value.offset)), plain)


def as_part(m: Analysis, state: State, value: Value) -> Ref | None:
    """A method of an opaque result that is computed with is none, but a tensor that it has under that name (`out.mean * 2`);
    None for anything else."""
    record = state.tensor(value.receiver) if isinstance(value, Method) else None
    if record is None or not isinstance(value, Method) or not record.opaque or record.node is None:
        return None
    return derived(m, state, record, value.receiver, value.name)


def unknown_node(m: Analysis, key: Key, built: Event | None = None) -> NodeId:
    """The node that stands for whatever graph an unknown value may carry, computed at an expression if it is given."""
    m.facts.carrying.add(key)
    return node_behind(m, key, built)


def node_behind(m: Analysis, key: Key, built: Event | None = None) -> NodeId:
    """That node, of a value that need not be a tensor. The same value has the same node. What is computed with an element of a
    container of modules takes it for a parameter."""
    number = m.facts.unknown_nodes.get(key)
    if number is None:
        built = built or Event(EventKind.BUILT, m.location(Span(1, 0, 1, 0)), "")
        weight = is_element_of_model(key)
        op, holds = ("leaf", Ternary.NO) if weight else ("unknown", Ternary.MAYBE)
        node = GradNode(m.graph.next_number, op, (), (), holds, Ternary.MAYBE, built, ())
        number = m.facts.unknown_nodes[key] = m.graph.add(node)
        if not weight:
            m.facts.unknown_keys[number] = key
    return number


def part_node(m: Analysis, whole: NodeId, part: object) -> NodeId:
    """The node of one part of what an unseen callee returned. The same part has the same node."""
    number = m.facts.part_nodes.get((whole, part))
    if number is None:
        node = replace(m.graph[whole], number=m.graph.next_number, op=PART, inputs=(whole,), saved=(), uses=())
        number = m.facts.part_nodes[whole, part] = m.graph.add(node)
        if whole in m.facts.given_out_by:
            m.facts.given_out_by[number] = m.facts.given_out_by[whole]
    return number


def derived(m: Analysis, state: State, record: TensorRecord, value: Value, part: object) -> Ref:
    """A part of whatever an unseen callee returned; what it returned together may have been built apart."""
    node = record.node
    if node is not None and (m.graph[node].op in ("call", "module", PART) or record.opaque and m.graph[node].choice):
        node = part_node(m, node, part)
    made = new_tensor(m, state, node, record.requires_grad, opaque=True)
    state.set_part(made.address, value, part)
    return made


def new_tensor(
    m: Analysis,
    state: State,
    node: NodeId | None,
    requires_grad: Ternary,
    storage: StorageId | None = None,
    base: Address | None = None,
    opaque: bool = False,
) -> Ref:
    """A new tensor object; without a storage it gets one of its own."""
    address = m.fresh()
    storage = m.fresh() if storage is None else storage
    state.put(address, TensorRecord(node, requires_grad, storage, opaque=opaque, base=base))
    return Ref(address)


def new_leaf(
    m: Analysis, state: State, name: str, requires_grad: Ternary = Ternary.YES, parameter: bool = True
) -> Address:
    """A new leaf: a parameter (or all parameters of a layer), or a tensor made with requires_grad=True."""
    address, storage = m.fresh(), m.fresh()
    node = leaf_node(m, state, address, name)
    state.put(address, TensorRecord(node, requires_grad, storage, name, leaf=True, parameter=parameter))
    return address


def weaken(m: Analysis, state: State, address: Address, record: TensorRecord, others: Iterable[NodeId]) -> None:
    """A weak update: from now on the tensor hangs on the graph that it hung on, or on one of these, not known which."""
    nodes = tuple(sorted({node for node in (record.node, *others) if node is not None}))
    state.update_tensor(address, record, node=m.graph.add_choice(nodes, Ternary.MAYBE), requires_grad=Ternary.MAYBE)


def leaf_node(m: Analysis, state: State, address: Address, name: str) -> NodeId:
    """The node at which gradients arrive in a leaf."""
    built = Event(EventKind.BUILT, m.location(Span(1, 0, 1, 0)), name)
    node = GradNode(m.graph.next_number, "leaf", (), (), Ternary.NO, Ternary.YES, built, state.loops, leaf=address)
    return m.graph.add(node)


def take_as_leaf(m: Analysis, state: State, value: Value) -> None:
    """An unknown value, or a result of which only such are behind (`start.clone()`), turns out to be a leaf that requires grad."""
    tensor = state.tensor(value)
    if tensor is None or tensor.leaf or tensor.node is None or not isinstance(value, (Ref, Symbol)):
        return
    if all(node.leaf is None for node in m.graph.reach([tensor.node])):
        address = value.address if isinstance(value, Ref) else state.tensors[key_of(value)]
        leaf = leaf_node(m, state, address, tensor.name)
        state.update_tensor(address, tensor, node=leaf, requires_grad=Ternary.YES, leaf=True, opaque=False)


def materialise(m: Analysis, state: State, value: Value) -> tuple[Address, TensorRecord] | None:
    """The tensor object behind a value, made on demand for an unknown one; None if the value is no tensor."""
    if isinstance(value, Symbol) and value.key not in state.tensors:
        known = operand(m, state, value)
        made = new_tensor(m, state, known.node, known.requires_grad, opaque=True)
        state.take_for_tensor(value.key, made.address)
    record = state.tensor(value)
    if record is None:
        return None
    address = value.address if isinstance(value, Ref) else state.tensors[value.key]  # type: ignore[union-attr]
    return address, record


def add_node(
    m: Analysis,
    state: State,
    op: str,
    operands: Iterable[Operand],
    saved: tuple[SavedTensor, ...],
    holds: Ternary,
    span: Span,
    requires_grad: Ternary | None = None,
    assumption: str = "",
    reuses: tuple[Reuse, ...] | None = None,
) -> tuple[NodeId | None, Ternary]:
    """Makes the node of one executed operation, unless nothing in it requires grad or grad mode is off."""
    parts = list(operands)
    if requires_grad is None:
        requires_grad = Ternary.NO
        for part in parts:
            requires_grad = requires_grad.either(part.requires_grad)
    if requires_grad is Ternary.YES and state.grad_mode is Ternary.NO:
        _note_unrecorded(m, state, parts, m.event(EventKind.UNRECORDED, span))
    requires_grad = requires_grad.both(state.grad_mode)
    if requires_grad is Ternary.NO:
        return None, Ternary.NO
    built = m.event(EventKind.BUILT, span)
    inputs = tuple(dict.fromkeys(part.node for part in parts if part.node is not None))
    uses = tuple((p.node, events) for p in parts if p.node is not None and (events := entry_events(m, p.node, p.event)))
    node = GradNode(
        m.graph.next_number,
        op,
        inputs,
        _as_checked(m, state, saved),
        holds,
        requires_grad,
        built,
        state.loops,
        assumption=assumption,
        uses=uses,
        reuses=reuses,
    )
    return m.graph.add(node), requires_grad


def _note_unrecorded(m: Analysis, state: State, parts: list[Operand], event: Event) -> None:
    """What an operation computes with these parameters carries no graph to them: gradients are off."""
    leaves = [leaf for part in parts if part.node is not None and (leaf := m.graph[part.node].leaf) is not None]
    state.hinder(leaves, Hindrance(cut=event, since=state.clock))


def _as_checked(m: Analysis, state: State, saved: tuple[SavedTensor, ...]) -> tuple[SavedTensor, ...]:
    """The saved tensors whose versions the engine will compare: none inside a checkpoint, perhaps some where casts or
    clones are saved instead, or where the consumer of a generator has run before."""
    if m.scope.recomputing:
        return ()
    if m.scope.awaited or any(c.module in m.facts.saves_copies or _has_yielded(state, c) for c in m.stack):
        return tuple(replace(item, certain=False) for item in saved)
    return saved


def _has_yielded(state: State, context: CallContext) -> bool:
    """Is this a generator in whose yields its consumer runs, although it is run through at once?"""
    waits = context.function.is_generator and context.at_yield is None
    return waits and "%yielded" in state.variables(context.frame)


def argument_operands(m: Analysis, state: State, request: CallRequest) -> list[Operand]:
    """Every tensor in a call's arguments, with the expression that hands it in."""
    variables = state.variables(m.frame)
    events = {}
    for argument in request.instruction.arguments:
        value = variables.get(argument.value)
        if value is not None:
            events[value] = m.event(EventKind.BOUNDARY, argument.span)
    return [
        operand(m, state, tensor, events.get(value))
        for value in request.values()
        for tensor in find_tensors(m, state, value)
    ]


def note_shape(m: Analysis, state: State, value: Value, place: Location) -> None:
    """Remembers how an expression holds its tensors."""
    _note(m, state, value, place, m.facts.shapes)


def note_holder(m: Analysis, state: State, holder: Value, place: Location) -> None:
    """Remembers how a container holds its tensors of which a subscript takes one."""
    _note(m, state, holder, place, m.facts.holders)


def _note(m: Analysis, state: State, value: Value, place: Location, shapes: dict[Location, Shape]) -> None:
    known = shapes.get(place)
    shape = None if known == OTHER else _shape_of(m, state, value)
    if shape is not None and shape != known:
        shapes[place] = join_shapes(known, shape)


def _shape_of(m: Analysis, state: State, value: Value, depth: int = MAX_NESTING) -> Shape | None:
    """None for an unknown value, which may be a tensor."""
    if isinstance(value, Symbol):
        return OTHER if value.key in m.facts.defaulted else None
    if isinstance(value, Tuple):
        return _shape_of_items(m, state, "tuple", value.items, depth)
    if not isinstance(value, Ref):
        return NOTHING if value == NONE else OTHER if isinstance(value, (Known, Lazy)) else None
    record = state.get(value.address)
    if isinstance(record, ListRecord):
        return _shape_of_items(m, state, "list", record.items, depth)
    if isinstance(record, DictRecord):
        return _shape_of_items(m, state, "dict", [item for _, item in record.items], depth)
    return TENSOR if isinstance(record, TensorRecord) else None if record is None else OTHER


def _shape_of_items(m: Analysis, state: State, kind: str, items: Sequence[Value], depth: int) -> Shape:
    """A container whose items are alike; an unknown item is taken for a tensor."""
    shapes = {_shape_of(m, state, item, depth - 1) or TENSOR for item in items if depth}
    inner = shapes.pop() if len(shapes) == 1 else None
    return Shape(kind, inner) if inner is not None and inner not in (OTHER, NOTHING) else OTHER


def entry_events(m: Analysis, node: NodeId, event: Event | None) -> tuple[Event, ...]:
    """The expressions that carried a node into the running calls, the outermost first, where a reader would write
    detach(); and the one that hands it to the operation, if it has one of its own (`*args` does not)."""
    arguments = [argument for context in m.stack for argument in context.arguments if node in argument.nodes]
    carried = tuple(argument.event for argument in arguments)
    return carried if event is None else (*carried, event)


def find_tensors(m: Analysis, state: State, value: Value, depth: int = MAX_NESTING) -> Iterator[Value]:
    """Every value that may be a tensor in a value: itself, or inside containers and objects up to a depth."""
    if isinstance(value, Symbol):
        if not value.plain or value.key in state.tensors:
            yield value
        if depth and value.key in state.overlay and value.key not in state.tensors:
            for item in stored_items(state, value):
                yield from find_tensors(m, state, item, depth - 1)
    elif isinstance(value, (Tuple, Lazy)) and depth:
        for item in value.items if isinstance(value, Tuple) else value.sources:
            yield from find_tensors(m, state, item, depth - 1)
    elif isinstance(value, Ref):
        yield from _find_in_record(m, state, value, depth)
    elif (part := as_part(m, state, value)) is not None:
        yield part


def _find_in_record(m: Analysis, state: State, value: Ref, depth: int) -> Iterator[Value]:
    record = state.get(value.address)
    if isinstance(record, TensorRecord):
        yield value
    elif not depth:
        return
    elif isinstance(record, ListRecord):
        for item in record.items:
            yield from find_tensors(m, state, item, depth - 1)
    elif isinstance(record, DictRecord):
        for _, item in record.items:
            yield from find_tensors(m, state, item, depth - 1)
    elif isinstance(record, InstanceRecord) and depth > 1:
        for _, item in record.attributes:
            if isinstance(item, (Ref, Tuple)):
                yield from find_tensors(m, state, item, depth - 2)


def graph_operands(m: Analysis, state: State, values: Iterable[Value], event: Event | None = None) -> list[Operand]:
    """The operands, of everything inside the values, that carry or may carry a graph."""
    found = []
    for value in values:
        for tensor in find_tensors(m, state, value):
            part = operand(m, state, tensor, event)
            if part.node is not None:
                found.append(part)
    return found


def known_nodes(m: Analysis, state: State, values: Iterable[Value]) -> set[NodeId]:
    """The graphs that are known in the values. To ask for those of unknown values would make these carry some."""
    tensors = (
        tensor for value in values for tensor in find_tensors(m, state, value) if state.tensor(tensor) is not None
    )
    return {part.node for part in (operand(m, state, tensor) for tensor in tensors) if part.node is not None}


def any_graph_in(m: Analysis, state: State, values: Iterable[Value]) -> Ref | None:
    """A tensor that hangs on one of the graphs in the values, not known which; None if none is seen in them."""
    held = tuple(sorted(n for n in known_nodes(m, state, values) if m.graph[n].op not in ("unknown", "leaf")))
    if not held:
        return None
    node = m.graph.add_choice(held, Ternary.MAYBE)
    return new_tensor(m, state, node, Ternary.MAYBE, opaque=True)


def pick_stored(m: Analysis, state: State, value: Symbol) -> Ref | None:
    """An element of an unknown container in which the program has stored graphs: one of these, or something else."""
    return any_graph_in(m, state, stored_items(state, value)) if value.key not in state.tensors else None
