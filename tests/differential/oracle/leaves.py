"""Walks the running autograd graph: which nodes and leaves an engine call can reach."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

import torch

Node: TypeAlias = Any
"""A grad_fn; torch gives these objects no common Python type."""


def node_of(tensor: torch.Tensor) -> Node | None:
    """The node that sends gradients into `tensor`, which for a leaf is its accumulator; None when it carries no graph."""
    if tensor.grad_fn is not None:
        return tensor.grad_fn
    if not tensor.requires_grad:
        return None
    return torch.autograd.graph.get_gradient_edge(tensor).node


def tensors_in(value: object) -> list[torch.Tensor]:
    """Every tensor in `value`, looking into lists, tuples and dictionaries."""
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, dict):
        return [tensor for item in value.values() for tensor in tensors_in(item)]
    if isinstance(value, (list, tuple)):
        return [tensor for item in value for tensor in tensors_in(item)]
    return []


def nodes_below(roots: Iterable[torch.Tensor]) -> set[Node]:
    """Every node that a backward pass from `roots` can reach."""
    pending = [node for node in map(node_of, roots) if node is not None]
    found = set(pending)
    while pending:
        for node, _ in pending.pop().next_functions:
            if node is not None and node not in found:
                found.add(node)
                pending.append(node)
    return found


def leaf_tensors(nodes: Iterable[Node]) -> list[torch.Tensor]:
    """The leaf tensors whose accumulators are among `nodes`."""
    return [node.variable for node in nodes if hasattr(node, "variable")]
