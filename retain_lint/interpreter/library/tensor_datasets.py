"""Datasets made of tensors, and their loaders: each batch is built of rows of the very tensors, graphs and all. Floor 3."""

from __future__ import annotations

from retain_lint.domain.lattice import Ternary
from retain_lint.domain.state import State
from retain_lint.domain.value import Lazy, Symbol, Value
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.library_model import LibraryModel
from retain_lint.interpreter.heap.tensors import add_node, new_tensor, operand
from retain_lint.source import Span

#: the kind of what is iterated
_BATCHES = "batches"
_DATA = "torch.utils.data."
#: by these a batch is made of anything, or of nothing that is known
_MAKERS = frozenset({"collate_fn", "batch_sampler"})
_START = Span(1, 0, 1, 0)


class TensorDatasets(LibraryModel):
    """See the module's text."""

    packages = (_DATA,)
    iterators = frozenset({_BATCHES})

    def call(self, m: Analysis, state: State, name: str, request: CallRequest) -> list[Outcome] | None:
        """`TensorDataset(...)` of tensors one of which has a graph, or `DataLoader(...)` of such a dataset."""
        made = _deal_tensors(m, state, name.rpartition(".")[2], request)
        return None if made is None else [Outcome(state, made)]

    def iterate(self, m: Analysis, state: State, source: Value) -> Value | None:
        """The rows of a tensor in one batch; None if it has no graph. Taking and stacking rows saves nothing."""
        part = operand(m, state, source)
        if part.node is None:
            return None
        node, requires_grad = add_node(m, state, "stack", [part], (), Ternary.NO, _START, None, "")
        return None if node is None else new_tensor(m, state, node, requires_grad)


def _has_graph(m: Analysis, state: State, value: Value) -> bool:
    """Is it known to have one? What is handed in to be dealt out is data."""
    node = operand(m, state, value).node
    return node is not None and m.graph[node].op != "unknown"


def _deal_tensors(m: Analysis, state: State, kind: str, request: CallRequest) -> Value | None:
    if kind == "TensorDataset" and any(_has_graph(m, state, value) for value in request.positional):
        unpacked = any(isinstance(value, Symbol) and value.key[0] == "star" for value in request.positional)
        return None if unpacked else Lazy(_BATCHES, request.positional)
    if kind == "DataLoader" and _MAKERS.isdisjoint(request.keywords) and len(request.positional) <= 2:
        given = request.positional[0] if request.positional else request.keywords.get("dataset")
        return given if isinstance(given, Lazy) and given.kind == _BATCHES else None
    return None
