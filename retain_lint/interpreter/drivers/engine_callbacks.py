"""Methods that the `backward` of an autograd.Function calls (reversible blocks): what they are given by name, the forward
was given past the Function, and one graph may lead to all of them. Floor 3."""

from __future__ import annotations

from retain_lint.domain.call_verdict import Doubt, Reason
from retain_lint.domain.heap import ClassRecord
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.state import State
from retain_lint.domain.value import External, FunctionValue
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.heap.objects import class_attribute, external_bases
from retain_lint.interpreter.heap.tensors import add_node, new_tensor
from retain_lint.ir.model import Parameter
from retain_lint.source import Span

_FUNCTION = External("torch.autograd.Function")


def share_given(m: Analysis, state: State, function: FunctionValue, turn: int, span: Span) -> None:
    """What a client gives by name to such a method is on a graph that others of its kind run through too."""
    by_name = [parameter for parameter in function.function.parameters if _is_by_name(parameter)]
    if not by_name or not _is_called_by_engine(state, function.function.name):
        return
    for parameter in by_name:
        node, requires = add_node(m, state, "call", [], (), Ternary.YES, span, Ternary.MAYBE)
        if node is not None:
            m.facts.handed_out[node] = Doubt(Reason.FROM_CALLER)
            made = new_tensor(m, state, node, requires, opaque=True)
            state.take_for_tensor(("parameter", function.function.qualname, turn, parameter.name), made.address)


def _is_by_name(parameter: Parameter) -> bool:
    return parameter.kind in ("keyword_only", "double_star") or parameter.default is not None


def _is_called_by_engine(state: State, name: str) -> bool:
    classes = [address for address, record in state.heap.items() if isinstance(record, ClassRecord)]
    found = [class_attribute(state, cls, "backward") for cls in classes if _is_function(state, cls)]
    return any(isinstance(method, FunctionValue) and name in method.function.mentions for method in found)


def _is_function(state: State, cls: int) -> bool:
    return _FUNCTION in external_bases(state, cls)
