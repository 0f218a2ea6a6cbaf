"""torch's modules that stand for functions, so that quantisation can observe them: `FloatFunctional().add(x, y)`. Floor 3.

Before a model is prepared for quantisation, each method is the function of its name (torch/ao/nn/quantized/modules/
functional_modules.py, 2.13); the observers that take their place are no part of the graph.
"""

from __future__ import annotations

from retain_lint.domain.state import State
from retain_lint.domain.value import External
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.library_model import LibraryModel
from retain_lint.interpreter.library.simple_namespaces import make_namespace

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

    functions = frozenset({"torch.nn.quantized.FloatFunctional", "torch.ao.nn.quantized.FloatFunctional"})

    def call(self, m: Analysis, state: State, name: str, request: CallRequest) -> list[Outcome] | None:
        return [Outcome(state, make_namespace(m, state, name, _METHODS))]
