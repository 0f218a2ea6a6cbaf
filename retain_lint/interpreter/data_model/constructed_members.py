"""What a module's constructor stores that opaque code made: a submodule, or a tensor. Floor 3."""

from __future__ import annotations

from retain_lint.domain.autograd_graph import PART, GradNode
from retain_lint.domain.heap import InstanceRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.heap.objects import constructs_module


def makes_submodule(m: Analysis, state: State, record: InstanceRecord, source: Value | None) -> bool:
    """What opaque code makes of no graph for a module's constructor is taken to be a submodule, not a tensor with a graph; and so is
    what a class makes of modules. What a function makes of a parameter is a tensor, unless it is called."""
    tensor = state.tensor(source or NONE)
    if tensor is None or not tensor.opaque or not constructs_module(m, state, record):
        return False
    if tensor.node is None:
        return True
    made = m.graph[tensor.node]
    while made.op == PART:
        made = m.graph[made.inputs[0]]
    return made.op == "call" and (_is_constructed(made) or not made.inputs)


def _is_constructed(node: GradNode) -> bool:
    """Is it of the call of a class, by its name?"""
    return node.built is not None and node.built.text.partition("(")[0].rpartition(".")[2][:1].isupper()
