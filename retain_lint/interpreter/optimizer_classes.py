"""Optimiser classes of the program's own: what they inherit from torch's acts on an optimiser behind them. Floor 3.

Their `step`, if they define one, is followed like any method; `param_groups` and `zero_grad` are those of the base.
"""

from __future__ import annotations

from dataclasses import replace

from retain_lint.domain.heap import InstanceRecord, lookup, replace_pair
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, Address, External, Ref, Value
from retain_lint.interpreter.machine import Machine
from retain_lint.interpreter.objects import class_attribute, external_bases
from retain_lint.interpreter.optimizers import make_optimizer
from retain_lint.interpreter.request import CallRequest
from retain_lint.torch_api.lookup import find_optimizer
from retain_lint.torch_api.spec import OptimizerSpec

#: the attribute that holds the optimiser behind an object; no program can write this name
BEHIND = "%optimizer"
#: what is inherited rather than followed
INHERITED = frozenset({"step", "zero_grad", "param_groups", "add_param_group"})


def optimizer_base(state: State, cls: Address) -> OptimizerSpec | None:
    """The optimiser class outside of the project that a class derives from."""
    found = (find_optimizer(base.name) for base in external_bases(state, cls) if isinstance(base, External))
    return next((spec for spec in found if spec is not None), None)


def optimizer_behind(record: InstanceRecord, name: str) -> Value | None:
    """The optimiser that an inherited name of an object acts on."""
    return lookup(record.attributes, BEHIND) if name in INHERITED else None


def init_optimizer(m: Machine, state: State, receiver: Value, request: CallRequest) -> Value:
    """super().__init__(params, ...) of such a class. The request is without the receiver."""
    record = state.record(receiver)
    spec = optimizer_base(state, record.cls) if isinstance(record, InstanceRecord) else None
    if spec is None or not isinstance(record, InstanceRecord) or not isinstance(receiver, Ref):
        return NONE
    made = make_optimizer(m, state, spec, request)
    if class_attribute(state, record.cls, "step") is not None:
        m.ledger.unknown_ownership = True  # what the followed step does with a gradient is no step of the ledger
    pairs = replace_pair(record.attributes, BEHIND, made)
    state.heap[receiver.address] = replace(record, attributes=pairs)
    return NONE
