"""Classes of the program's own that derive from torch's data sets, loaders or schedulers: their objects hold data, or numbers. Floor 3."""

from __future__ import annotations

from retain_lint.domain.loaded import SCHEDULER
from retain_lint.domain.state import State
from retain_lint.domain.value import Address, External, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.heap.class_methods import functions_of
from retain_lint.interpreter.heap.objects import external_bases
from retain_lint.interpreter.heap.tensors import any_graph_in
from retain_lint.torch_api.lookup import find_graphless
from retain_lint.torch_api.spec import Role
from retain_lint.torch_api.vocabulary import ENGINE_WORDS


def make_graphless(m: Analysis, state: State, cls: Address, request: CallRequest) -> Value | None:
    """What stands for an object of such a class: one of the graphs that it is given, or an unknown value without history. None for
    one of another class."""
    bases = (base for base in external_bases(state, cls) if isinstance(base, External))
    role = next((role for base in bases if (role := find_graphless(base.name)) is not None), None)
    if role is None:
        return None
    mentions_engine = any(function.mentions & ENGINE_WORDS for function in functions_of(state, cls))
    kind = SCHEDULER if role is Role.SCHEDULER and not mentions_engine else "value"
    return any_graph_in(m, state, request.values()) or m.symbol(kind, plain=True)
