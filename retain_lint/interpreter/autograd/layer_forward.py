"""The forward of one torch.nn layer: a node over its inputs and weights, what it saves, what it returns. Floor 3.

The rows (torch_api/modules.py) say what a layer saves and when (SEMANTICS.md A3, D); nothing here names one.
"""

from __future__ import annotations

from collections.abc import Iterator

from retain_lint.domain.autograd_graph import NodeId, Reuse, SavedTensor
from retain_lint.domain.heap import LayerRecord, TensorRecord, lookup
from retain_lint.domain.history import EventKind
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, Tuple, Value, key_of
from retain_lint.interpreter.autograd.layer_options import as_used
from retain_lint.interpreter.autograd.operations import is_label, rebase_history, without_history
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.heap.tensors import Operand, add_node, argument_operands, find_tensors, new_tensor, operand
from retain_lint.torch_api.losses import COMPARED, LABELLED
from retain_lint.torch_api.spec import LayerSpec, When


def run_layer(m: Analysis, state: State, record: LayerRecord, request: CallRequest) -> Value:
    """Applies a layer without children."""
    record = as_used(record)
    spec = record.spec
    first = request.first() or NONE
    if spec.identity_in_eval and record.training is Ternary.NO:
        return first
    inputs = argument_operands(m, state, request)
    if spec.takes_places:
        inputs = [without_history(part) for part in inputs]
    if spec.name in LABELLED:
        inputs[1:] = [without_history(part) if is_label(m, part) else part for part in inputs[1:]]
    if spec.name in COMPARED:
        inputs[-1:] = [without_history(part) for part in inputs[-1:]]
    requires = Ternary.NO
    for part in inputs:
        requires = requires.either(part.requires_grad)
    weights = _weights(state, record)
    saved = [*_saved_weights(state, spec, weights, requires), *_saved_buffers(state, record)]
    saved += _saved_inputs(state, spec, inputs, weights)
    bias = _bias(state, record, weights)
    parts = [*inputs, *(part for part in [*weights, *bias] if part.requires_grad is not Ternary.NO)]
    reuses = tuple(_reuses(spec, inputs, [*weights, *bias], m.graph.next_number))
    holds = _decide(spec.holds, requires)
    if spec.input_for_weight and any(part.requires_grad is not Ternary.NO for part in bias):
        holds = requires.either(weights[0].requires_grad)  # the gradient of the bias needs nothing
    return _result(m, state, record, first, parts, saved, holds, reuses, request)


def _decide(when: When, requires: Ternary) -> Ternary:
    """A condition on the input, given whether that requires grad."""
    perhaps = requires.either(Ternary.MAYBE)
    return {
        When.ALWAYS: Ternary.YES,
        When.INPUT_GRAD: requires,
        When.INPUT_GRAD_OR_SHAPE: perhaps,
        When.NEVER: Ternary.NO,
    }[when]


def _weights(state: State, record: LayerRecord) -> list[Operand]:
    """The leaf that stands for all parameters; where other tensors were put in their places, those, and what is left."""
    tensor = state.get(record.weights) if record.weights is not None else None
    if not isinstance(tensor, TensorRecord):
        return []
    computed, bias = (_put_in_place(state, record, name) for name in ("weight", "bias"))
    used = tensor if computed is None else computed
    found = [Operand(used.node, used.requires_grad, used.storage, record.weights if used is tensor else None)]
    if computed is not None and bias is None:
        found.append(Operand(tensor.node, tensor.requires_grad))
    return found


def _bias(state: State, record: LayerRecord, weights: list[Operand]) -> list[Operand]:
    """The bias, if it is a tensor of its own."""
    bias = _put_in_place(state, record, "bias")
    if bias is None or not weights or bias.node == weights[0].node:
        return []
    return [Operand(bias.node, bias.requires_grad)]


def _put_in_place(state: State, record: LayerRecord, name: str) -> TensorRecord | None:
    return state.tensor(lookup(record.children, name) or NONE)


def _saved_weights(state: State, spec: LayerSpec, weights: list[Operand], requires: Ternary) -> Iterator[SavedTensor]:
    condition = _decide(spec.saves_weight, requires)
    for part in weights:
        if part.storage is not None and condition is not Ternary.NO:
            yield SavedTensor(part.storage, state.version(part.storage), condition is Ternary.YES)


def _saved_inputs(
    state: State, spec: LayerSpec, inputs: list[Operand], weights: list[Operand]
) -> Iterator[SavedTensor]:
    condition = Ternary.NO if spec.input_for_weight else Ternary.YES
    for part in weights:
        condition = condition.either(part.requires_grad)
    for part in inputs:
        if spec.saves_input and part.storage is not None and condition is not Ternary.NO:
            yield SavedTensor(part.storage, state.version(part.storage), condition is Ternary.YES)


def _saved_buffers(state: State, record: LayerRecord) -> Iterator[SavedTensor]:
    for name in record.spec.buffers:
        tensor = state.tensor(lookup(record.children, name) or NONE)
        if tensor is not None:
            yield SavedTensor(tensor.storage, state.version(tensor.storage))


def _reuses(spec: LayerSpec, inputs: list[Operand], weights: list[Operand], own: NodeId) -> Iterator[Reuse]:
    """Where a gradient with a graph hangs on by the layer's buffers (interpreter/double_backward.py)."""
    factor = spec.saves_weight is When.INPUT_GRAD
    below = [part.node for part in inputs if part.node is not None]
    above = [part.node for part in weights if part.node is not None]
    if spec.saves_input:
        yield from (Reuse(node, tuple(above) if factor else ()) for node in below)
    yield from (Reuse(node, tuple(below)) for node in above)
    if spec.saves_result or not spec.saves_input and not spec.identity_in_eval:
        yield Reuse(own)
    elif spec.parameters and not factor:
        yield Reuse(own, certain=False)


def _result(
    m: Analysis,
    state: State,
    record: LayerRecord,
    first: Value,
    parts: list[Operand],
    saved: list[SavedTensor],
    holds: Ternary,
    reuses: tuple[Reuse, ...],
    request: CallRequest,
) -> Value:
    target = operand(m, state, first)
    storage = target.storage if record.spec.view and target.storage is not None else m.fresh()
    in_place = record.inplace is not Ternary.NO and target.address is not None and target.storage is not None
    if in_place and target.storage is not None:
        storage = target.storage
        state.write(storage, m.event(EventKind.MODIFIED, request.span), record.inplace is Ternary.YES)
        saved = [s for s in saved if s.storage != storage]
    if record.spec.saves_result:
        saved.append(SavedTensor(storage, state.version(storage)))
    node, requires = add_node(m, state, record.spec.name, parts, tuple(saved), holds, request.span, reuses=reuses)
    if in_place and target.address is not None:
        if node is not None:
            rebase_history(m, state, target.address, node, requires, request.span)
        return first
    if node is None and record.weights is None and not any(True for _ in find_tensors(m, state, first)):
        return m.symbol("value", plain=True)
    outputs = _outputs(m, state, record.spec, node, requires, storage)
    if isinstance(outputs, Tuple) and key_of(first) in m.facts.packed:
        m.facts.packed.add(key_of(outputs.items[0]))
    return outputs


def _outputs(m: Analysis, state: State, spec: LayerSpec, node: NodeId | None, requires: Ternary, storage: int) -> Value:
    """One tensor, or a pair of which each part may be anything (a packed sequence), or the second a pair itself (the two
    states of an LSTM)."""
    if spec.outputs != 2:
        return new_tensor(m, state, node, requires, storage, opaque=spec.outputs != 1)
    first, second, *more = (new_tensor(m, state, node, requires, opaque=True) for _ in range(1 + spec.states))
    return Tuple((first, Tuple((second, *more)) if more else second))
