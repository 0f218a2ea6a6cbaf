"""Optimiser classes of the program's own: what they inherit from torch's acts on an optimiser behind them. Floor 3.

Their `step`, if they define one, is followed like any method; `param_groups` and `zero_grad` are those of the base.
"""

from __future__ import annotations

from retain_lint.domain.state import State
from retain_lint.domain.value import External, Ref, Value
from retain_lint.interpreter.autograd.optimizers import make_optimizer
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.library_model import LibraryModel
from retain_lint.interpreter.heap.known_records import instance_at
from retain_lint.interpreter.heap.library_parts import OPTIMIZER_PART
from retain_lint.interpreter.heap.objects import class_attribute
from retain_lint.torch_api.lookup import find_optimizer

_INHERITED = frozenset({"step", "zero_grad", "param_groups", "add_param_group"})


class OptimizerSubclasses(LibraryModel):
    """See the module's text."""

    part = OPTIMIZER_PART

    def is_base(self, name: str) -> bool:
        return find_optimizer(name) is not None

    def build(self, m: Analysis, state: State, made: Ref, base: External, request: CallRequest) -> Value | None:
        record, spec = instance_at(state, made.address), find_optimizer(base.name)
        assert spec is not None  # see is_base
        if class_attribute(state, record.cls, "step") is not None:
            m.ledger.unknown_ownership = True  # what the followed step does with a gradient is no step of the ledger
        return make_optimizer(m, state, spec, request)

    def inherits(self, state: State, part: Value, name: str) -> bool:
        return name in _INHERITED
