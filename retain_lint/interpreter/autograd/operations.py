"""The transfer function of operations: from a row of the op table to a node, its saved buffers and its result. Floor 3.

The rows say what an operation saves and when (SEMANTICS.md A3); nothing here names one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from retain_lint.domain.alternatives import alternatives_of
from retain_lint.domain.autograd_graph import GradNode, NodeId, Reuse, SavedTensor
from retain_lint.domain.heap import ListRecord, TensorRecord
from retain_lint.domain.history import Event, EventKind
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, Address, Known, Lazy, Ref, Symbol, Tuple, Value
from retain_lint.interpreter.autograd.gradient_flow import leaf_of_gradient, read_gradient
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.effects.opaque_objects import hangs_on_data
from retain_lint.interpreter.heap.iterables import concrete_items
from retain_lint.interpreter.heap.known_records import tensor_at
from retain_lint.interpreter.heap.part_counts import note_count
from retain_lint.interpreter.heap.stored_items import stored_items
from retain_lint.interpreter.heap.tensors import MAX_NESTING, Operand, add_node, materialise, new_tensor, operand
from retain_lint.source import Span
from retain_lint.torch_api.losses import COMPARED, LABELLED
from retain_lint.torch_api.spec import PLAIN_PARAMETERS, Given, Kept, OpSpec, Saved

#: parameters on which no graph goes on, whatever computed them: tensors of whole numbers, and what is no tensor
_PLACES = PLAIN_PARAMETERS | {"index", "indices", "offsets"}
_LOOKUPS = ("embedding", "embedding_bag")
#: of this only the shape is asked (`t.resize_as_(other)`)
_TEMPLATE = "the_template"
#: these fill a tensor with random numbers, and take numbers alone: a tensor that requires grad is a TypeError (torch 2.13)
_DRAWING = frozenset("cauchy_ exponential_ geometric_ log_normal_ normal_ random_ uniform_".split())


@dataclass(frozen=True, slots=True)
class Bound:
    """Arguments of an operation by formal name: the operands behind each (a sequence has several)."""

    values: Mapping[str, Value]
    operands: Mapping[str, tuple[Operand, ...]]

    def all(self) -> list[Operand]:
        """Every operand, in order."""
        return [part for parts in self.operands.values() for part in parts]

    def requires_grad(self, names: Sequence[str]) -> Ternary:
        """Does any operand of these names require grad?"""
        found = Ternary.NO
        for name in names:
            for part in self.operands.get(name, ()):
                found = found.either(part.requires_grad)
        return found


def bind_operation(
    m: Analysis,
    state: State,
    spec: OpSpec,
    positional: Sequence[Value],
    keywords: Mapping[str, Value],
    events: Sequence[Event | None] = (),
) -> Bound:
    """Binds arguments to an operation's formal names; what has no formal name is taken as a further operand."""
    values: dict[str, Value] = {}
    operands: dict[str, tuple[Operand, ...]] = {}
    given = [
        (spec.parameters[i] if i < len(spec.parameters) else f"*{i}", value, events[i] if i < len(events) else None)
        for i, value in enumerate(positional)
    ]
    given += [
        ({"input": "self"}.get(name, name) if "self" in spec.parameters else name, value, None)
        for name, value in keywords.items()
    ]
    last = spec.name.rpartition(".")[2]
    for name, value, event in given:
        values[name] = value
        bare = name in _PLACES or name == "input" and spec.name.endswith(_LOOKUPS)
        bare |= name != "self" and last in _DRAWING or name == "target" and last in COMPARED
        parts = [operand(m, state, item, event) for item in elements(state, value)]
        bare &= not (_may_be_tensor(spec, name) and any(part.storage is not None for part in parts))
        labels = last in LABELLED and name == "target"
        operands[name] = tuple(
            without_history(part) if bare or labels and is_label(m, part) else part for part in parts
        )
    return Bound(values, operands)


def _may_be_tensor(spec: OpSpec, name: str) -> bool:
    """Does a row hold where the parameter is a tensor, whatever its name says: `x.max(dim)`, `x.max(other)`?"""
    return any(at == name and how is Given.TENSOR for at, how, _ in spec.variants)


def is_label(m: Analysis, part: Operand) -> bool:
    """Of the second operand of a cross entropy: has it a history only if what is unknown has one? Then it is a class, most of the
    time."""
    return part.node is None or hangs_on_data(m, part.node)


def without_history(part: Operand) -> Operand:
    """The operand as data: where it is only asked for its values."""
    return replace(part, node=None, requires_grad=Ternary.NO)


def elements(state: State, value: Value, depth: int = MAX_NESTING) -> tuple[Value, ...]:
    """The items of a sequence, and of sequences in it down to a depth (a list may hold itself), or the value alone. What is a
    sequence or None is the sequence here: an operation cannot take None."""
    if not depth:
        return (value,)
    if isinstance(value, Tuple):
        return tuple(item for part in value.items for item in elements(state, part, depth - 1))
    if isinstance(value, Lazy):
        items = concrete_items(state, value)
        parts = value.sources if items is None else items
        return tuple(item for part in parts for item in elements(state, part, depth - 1))
    record = state.get(value.address) if isinstance(value, Ref) else None
    if isinstance(record, ListRecord):
        return tuple(item for part in record.items for item in elements(state, part, depth - 1))
    if not isinstance(value, Symbol) or value.key in state.tensors:
        return (value,)
    if stored := stored_items(state, value):  # beside what else is in it
        return (value, *(item for part in stored for item in elements(state, part, depth - 1)))
    others = alternatives_of(value)
    if others and all(isinstance(state.record(part), ListRecord) for part in others):
        return tuple(item for part in others for item in elements(state, part, depth - 1))
    return (value,)


def select_variant(spec: OpSpec, bound: Bound) -> OpSpec:
    """The row that holds for the constants given (`inplace=True`, `training=False`)."""
    for name, constant, variant in spec.variants:
        if _is_given(bound, name, constant):
            return variant
    return spec


def _is_given(bound: Bound, name: str, how: object) -> bool:
    """Is the parameter given as a row's variant asks: a constant, a number, a tensor, anything, nothing?"""
    value = bound.values.get(name)
    tensor = any(part.storage is not None or part.node is not None for part in bound.operands.get(name, ()))
    if how is Given.TENSOR:
        return tensor
    if how is Given.NUMBER:
        return value is not None and value != NONE and not tensor
    if how is Given.SOMETHING:
        return value is not None and value != NONE
    if how is Given.NOTHING:
        return value is None or value == NONE
    return isinstance(value, Known) and value.value == how


def note_gradient_reads(m: Analysis, state: State, values: Iterable[Value]) -> None:
    """The program computes with gradients itself: `p.add_(p.grad)`."""
    for value in values:
        leaf = leaf_of_gradient(value)
        if leaf is not None:
            read_gradient(m, state, leaf)


def apply_operation(m: Analysis, state: State, spec: OpSpec, bound: Bound, span: Span) -> Value:
    """Runs one operation: makes its node, applies its in-place write, returns its result."""
    spec = select_variant(spec, bound)
    note_gradient_reads(m, state, [value for name, value in bound.values.items() if name != _TEMPLATE])
    if not spec.differentiable or not bound.all():
        return m.symbol("value", plain=True)
    if spec.mutates is not None and spec.mutates in bound.values:
        return _apply_in_place(m, state, spec, bound, span)
    storage = _storage_of_view(spec, bound)
    fresh = m.fresh() if storage is None else storage
    node, requires_grad = _make_node(m, state, spec, bound, span, fresh)
    if storage is not None and node is None and state.grad_mode is Ternary.NO:
        return _view_without_history(m, state, spec, bound, storage, span)
    base = next((part.address for part in bound.operands.get(spec.view_of or "", ())), None)
    if spec.outputs == 1:
        return new_tensor(m, state, node, requires_grad, fresh, base)
    if spec.outputs == 0:
        parts = new_tensor(m, state, node, requires_grad, fresh, base, opaque=True)
        note_count(state, parts, bound.values.get("split"))
        return parts
    shared = None if storage is None else fresh
    last = (None, Ternary.NO) if spec.gives_places else (node, requires_grad)
    several = [(node, requires_grad)] * (spec.outputs - 1) + [last]
    return Tuple(tuple(new_tensor(m, state, *part, shared, base) for part in several))


def _view_without_history(m: Analysis, state: State, spec: OpSpec, bound: Bound, storage: int, span: Span) -> Value:
    """A view made while gradients are off is a leaf that requires grad as its base does, but receives none."""
    flag = bound.requires_grad([spec.view_of or ""])
    made: list[Value] = []
    for _ in range(spec.outputs or 1):
        node = None
        if flag is Ternary.YES:
            number, built = m.graph.next_number, m.event(EventKind.BUILT, span)
            node = m.graph.add(GradNode(number, "leaf", (), (), Ternary.NO, flag, built, state.loops))
        made.append(Ref(m.fresh()))
        state.put(m.counter, TensorRecord(node, flag, storage, leaf=node is not None, opaque=spec.outputs == 0))
    return made[0] if spec.outputs < 2 else Tuple(tuple(made))


def _storage_of_view(spec: OpSpec, bound: Bound) -> int | None:
    parts = bound.operands.get(spec.view_of or "", ())
    return parts[0].storage if parts else None


def _make_node(
    m: Analysis, state: State, spec: OpSpec, bound: Bound, span: Span, result: int
) -> tuple[NodeId | None, Ternary]:
    parts = bound.operands.get(spec.view_of or "") or bound.all()
    requires_grad = Ternary.NO
    for part in parts:
        requires_grad = requires_grad.either(part.requires_grad)
    saved: list[SavedTensor] = []
    reuses: list[Reuse] = []
    holds = Ternary.NO
    for row in spec.saves:
        condition = bound.requires_grad(row.when) if row.when else Ternary.YES
        if row.maybe:
            condition = condition.both(Ternary.MAYBE)
        if condition is Ternary.NO:
            continue
        holds = holds.either(condition)
        certain = condition is Ternary.YES and requires_grad is Ternary.YES
        for storage in _saved_storages(row.what, bound, result):
            # `x.mul_(x)` saves its other operand before the write that the state already has
            early = spec.mutates is not None and storage == result and isinstance(row.what, str)
            saved.append(SavedTensor(storage, state.version(storage) - early, certain))
        reuses.extend(_reuses(row, bound, m.graph.next_number))
    return add_node(m, state, spec.name, parts, tuple(saved), holds, span, requires_grad, reuses=tuple(reuses))


def _reuses(row: Saved, bound: Bound, own: NodeId) -> list[Reuse]:
    """What the gradient's graph hangs on by this buffer; of a private one nothing is known but that it may."""
    wanted = tuple(p.node for name in row.when for p in bound.operands.get(name, ()) if p.node is not None)
    if not isinstance(row.what, str):
        return [Reuse(own, wanted, certain=row.what is Kept.RESULT and not row.maybe)]
    parts = [part for part in bound.operands.get(row.what, ()) if part.node is not None]
    return [Reuse(part.node, wanted, certain=not row.maybe) for part in parts if part.node is not None]


def _saved_storages(what: str | Kept, bound: Bound, result: int) -> list[int]:
    if what is Kept.RESULT:
        return [result]
    if isinstance(what, str):
        return [part.storage for part in bound.operands.get(what, ()) if part.storage is not None]
    return []


def _apply_in_place(m: Analysis, state: State, spec: OpSpec, bound: Bound, span: Span) -> Value:
    """`x.op_(...)`: the storage's version moves, and under grad mode the tensor's history gains the operation."""
    target = bound.values[spec.mutates or ""]
    found = materialise(m, state, target)
    if found is None:
        return target
    address, record = found
    certain = certain_unless_zero(bound.values.get(spec.unless_zero)) is Ternary.YES
    state.write(record.storage, m.event(EventKind.MODIFIED, span), certain)
    node, requires_grad = _make_node(m, state, spec, bound, span, record.storage)
    if node is not None and not record.leaf:
        rebase_history(m, state, address, node, requires_grad, span)
    return target


def certain_unless_zero(value: Value | None) -> Ternary:
    """Does an operation do anything that a zero would keep it from? What is not given is not zero."""
    if value is None:
        return Ternary.YES
    return Ternary.of(value.value != 0) if isinstance(value, Known) else Ternary.MAYBE


def rebase_history(
    m: Analysis, state: State, address: Address, node: NodeId, requires_grad: Ternary, span: Span
) -> None:
    """Gives a tensor the history of an in-place operation. If it is a view, its base takes part: that gradient now flows
    through the write (CopySlices, SEMANTICS.md A2), whose node releases a buffer. All views hang on the base anew."""
    record = tensor_at(state, address)
    state.update_tensor(address, record, node=node, requires_grad=requires_grad)
    root, base = _find_base(state, address, record)
    if base is not record:
        if base.leaf:
            return
        parts = [Operand(base.node, base.requires_grad), Operand(node, requires_grad)]
        top, requires_grad = add_node(m, state, "CopySlices", parts, (), Ternary.YES, span)
        assert top is not None  # what is written has a history, in this very mode
        state.update_tensor(root, base, node=top, requires_grad=requires_grad)
        node = top
    views = [(a, r) for a, r in state.heap.items() if isinstance(r, TensorRecord) and r.base is not None]
    for other, view in views:
        if _find_base(state, other, view)[0] == root:
            seen, flag = add_node(m, state, "AsStrided", [Operand(node, requires_grad)], (), Ternary.NO, span)
            state.update_tensor(other, view, node=seen, requires_grad=flag)


def _find_base(state: State, address: Address, record: TensorRecord) -> tuple[Address, TensorRecord]:
    """What a tensor is, in the end, a view of; itself if it is none."""
    seen = {address}
    while record.base is not None and record.base not in seen:
        base = state.get(record.base)
        if not isinstance(base, TensorRecord):
            break
        address, record = record.base, base
        seen.add(address)
    return address, record


def write_item(m: Analysis, state: State, target: Value, index_plain: bool, source: Value, span: Span) -> None:
    """`x[i] = v`: a write of x whose node saves no tensor (SEMANTICS.md A2)."""
    found = materialise(m, state, target)
    assert found is not None  # of a tensor, or an unknown value
    address, record = found
    state.write(record.storage, m.event(EventKind.MODIFIED, span), True)
    parts = [Operand(record.node, record.requires_grad), *(operand(m, state, item) for item in elements(state, source))]
    if record.leaf:
        return
    node, requires_grad = add_node(m, state, "CopySlices", parts, (), Ternary.YES, span)
    if node is not None:
        rebase_history(m, state, address, node, requires_grad, span)


def cut(m: Analysis, state: State, value: Value) -> Value:
    """A tensor with the same data and no history (detach, .data)."""
    record = state.tensor(value)
    if record is None:
        if isinstance(value, Tuple):
            return Tuple(tuple(cut(m, state, item) for item in value.items))
        return Symbol(("cut", value.key), True) if isinstance(value, Symbol) else value
    return new_tensor(m, state, None, Ternary.NO, record.storage, opaque=record.opaque)
