"""torch's modules that stand for functions, so that quantisation can observe them: `FloatFunctional().add(x, y)`. Floor 3.

Before a model is prepared for quantisation, each method is the function of its name (torch/ao/nn/quantized/modules/
functional_modules.py, 2.13); the observers that take their place are no part of the graph.
"""

from __future__ import annotations

from retain_lint.domain.heap import ClassRecord, InstanceRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import External
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.library_model import LibraryModel
from retain_lint.interpreter.heap.objects import allocate

_CLASS = "FloatFunctional"
#: the function behind each method; `add_relu` is two
_FUNCTIONS = {
    "add": "torch.add",
    "add_scalar": "torch.add",
    "mul": "torch.mul",
    "mul_scalar": "torch.mul",
    "cat": "torch.cat",
    "matmul": "torch.matmul",
}
_METHODS = tuple((name, External(function)) for name, function in _FUNCTIONS.items())


class FloatFunctionals(LibraryModel):
    """See the module's text."""

    functions = frozenset(f"{package}.quantized.{_CLASS}" for package in ("torch.nn", "torch.ao.nn"))

    def call(self, m: Analysis, state: State, name: str, request: CallRequest) -> list[Outcome] | None:
        cls = allocate(m, state, ClassRecord(_CLASS, (External(name),), (), m.context.module))
        return [Outcome(state, allocate(m, state, InstanceRecord(cls.address, _METHODS)))]
