"""Code that the engine calls back: autograd.Function subclasses, and checkpoints, which run the forward again. Floor 3.

Facts: SEMANTICS.md B. A Function's second backward fails only where it reads what it saved. What a checkpointed body saves
is recomputed with the weights of that time, so that no step makes it stale.
"""

from __future__ import annotations

from retain_lint.domain.autograd_graph import SavedTensor
from retain_lint.domain.heap import ClassRecord
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, External, FunctionValue, Known, Ref, Tuple, Value
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.heap.objects import class_attribute
from retain_lint.interpreter.heap.tensors import add_node, argument_operands, new_tensor, operand
from retain_lint.torch_api.spec import ControlSpec

#: keywords of checkpoint() that are not the function's
_OPTIONS = frozenset({"use_reentrant", "preserve_rng_state", "context_fn", "determinism_check", "debug", "early_stop"})
_READS = frozenset({"saved_tensors", "saved_variables"})


def apply_function(m: Analysis, state: State, cls: Value, request: CallRequest) -> Value:
    """`cls.apply(...)`: one node over the arguments. The first argument of the request is the class."""
    record = state.record(cls)
    forward, backward = (_method(state, cls, name) for name in ("forward", "backward"))
    rest = request.drop(1)
    if not isinstance(record, ClassRecord) or forward is None or backward is None or "mark_dirty" in forward:
        return m.interpreter.call_opaque(m, state, External("torch.autograd.Function.apply"), rest)
    saves = "save_for_backward" in forward | (_method(state, cls, "setup_context") or frozenset())
    holds = Ternary.of(saves and bool(_READS & backward))
    parts = argument_operands(m, state, rest)
    kept = [part.storage for part in parts if part.storage is not None] if saves else []
    saved = tuple(SavedTensor(storage, state.version(storage), certain=False) for storage in kept)
    node, requires = add_node(m, state, record.name, parts, saved, holds, request.span)
    if node is None:
        return m.symbol("value", plain=True)
    return new_tensor(m, state, node, requires, opaque=True)


def _method(state: State, cls: Value, name: str) -> frozenset[str] | None:
    """The names that a method of the class mentions; None if it has none that can be seen."""
    found = class_attribute(state, cls.address, name) if isinstance(cls, Ref) else None
    return found.function.mentions if isinstance(found, FunctionValue) else None


def run_checkpoint(m: Analysis, state: State, control: ControlSpec, request: CallRequest) -> list[Outcome]:
    """checkpoint(function, *args), checkpoint_sequential(functions, segments, input)."""
    function = request.positional[0]
    arguments = request.positional[2 if "segments" in control.parameters else 1 :]
    keywords = {name: value for name, value in request.keywords.items() if name not in _OPTIONS}
    m.scope.recomputing += 1
    outcomes = m.interpreter.call_value(m, state, function, arguments, keywords, request.span, request.instruction)
    m.scope.recomputing -= 1
    given = request.keywords.get("use_reentrant", NONE)
    if given == Known(False):
        return outcomes
    certain = Ternary.YES if given in (NONE, Known(True)) else Ternary.MAYBE
    return [Outcome(o.state, _hold(m, o.state, o.value, certain, request), o.raised) for o in outcomes]


def _hold(m: Analysis, state: State, value: Value, certain: Ternary, request: CallRequest) -> Value:
    """The results of a reentrant checkpoint are those of one node, which saves the inputs, whatever the body does."""
    results = value.items if isinstance(value, Tuple) else (value,)
    made = {item: record for item in results if (record := state.tensor(item)) is not None and record.node is not None}
    if not made:
        return value
    parts = [operand(m, state, item) for item in made]
    node, requires = add_node(m, state, "checkpoint", parts, (), certain, request.span)
    held = {
        item: new_tensor(m, state, node, requires, record.storage, opaque=record.opaque)
        for item, record in made.items()
    }
    items = tuple(held.get(item, item) for item in results)
    return Tuple(items) if isinstance(value, Tuple) else items[0]
