"""What a module's constructor stores that opaque code made: a submodule, or a tensor. Floor 3."""

from __future__ import annotations

from retain_lint.domain.autograd_graph import PART
from retain_lint.domain.heap import InstanceRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.heap.objects import constructs_module


def makes_submodule(m: Analysis, state: State, record: InstanceRecord, source: Value | None) -> bool:
    """What opaque code makes of no graph for a module's constructor is taken to be a submodule, not a tensor with a graph. What it
    makes of a parameter is a tensor, unless it is called."""
    tensor = state.tensor(source or NONE)
    if tensor is None or not tensor.opaque or not constructs_module(m, state, record):
        return False
    return tensor.node is None or all(node.op in ("call", PART) for node in m.graph.reach([tensor.node]))
