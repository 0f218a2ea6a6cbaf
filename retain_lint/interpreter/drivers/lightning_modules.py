"""Lightning modules: what their trainer does with the loss that `training_step` returns. Floor 3."""

from __future__ import annotations

from collections.abc import Iterable

from retain_lint.domain.heap import DictRecord, InstanceRecord, TensorRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import Address, External, FunctionValue, Known, Value
from retain_lint.interpreter.heap.class_methods import own_attributes
from retain_lint.interpreter.heap.objects import class_attribute, external_bases, method_order
from retain_lint.ir.model import SetAttr

STEP = "training_step"
_LOSS = Known("loss")
#: False where `training_step` sends the loss backward itself
_AUTOMATIC = "automatic_optimization"


def is_lightning(state: State, cls: Address) -> bool:
    """Does a class derive from a LightningModule?"""
    bases = external_bases(state, cls)
    return any(isinstance(base, External) and base.name.endswith(".LightningModule") for base in bases)


def optimizes_itself(state: State, cls: Address) -> bool:
    """May a Lightning module have switched automatic optimisation off?"""
    attributes = (pair for record in method_order(state, cls) for pair in record.attributes)
    methods = [value.function for _, value in attributes if isinstance(value, FunctionValue)]
    return class_attribute(state, cls, _AUTOMATIC) is not None or _AUTOMATIC in own_attributes(methods, SetAttr)


def find_loss(state: State, returned: Value) -> Value:
    """The loss in what `training_step` returned."""
    record = state.record(returned)
    named = dict(record.items).get(_LOSS) if isinstance(record, DictRecord) else None
    return returned if named is None else named


def given_on(state: State, receiver: Value | None, function: FunctionValue, returned: Value) -> Iterable[Value]:
    """What of a method's result the code gets hold of that calls it. Under manual optimisation the trainer detaches the loss
    (lightning/pytorch/loops/optimization/manual.py)."""
    record = None if receiver is None else state.record(receiver)
    if function.function.name != STEP or not isinstance(record, InstanceRecord):
        return (returned,)
    if not is_lightning(state, record.cls) or not optimizes_itself(state, record.cls):
        return (returned,)
    made = state.record(returned)
    if isinstance(made, DictRecord):
        return [value for key, value in made.items if key != _LOSS]
    return () if isinstance(made, TensorRecord) else (returned,)
