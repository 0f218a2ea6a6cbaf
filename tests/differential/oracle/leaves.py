"""Walks the running autograd graph: which leaves an engine call can reach, and through which nodes."""

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


def leaves_by_node(roots: Iterable[torch.Tensor]) -> dict[Node, frozenset[int]]:
    """For every node below `roots`, the ids of the leaf tensors that a backward pass through it reaches."""
    reached: dict[Node, frozenset[int]] = {}
    pending: list[tuple[Node, bool]] = [(node, False) for node in map(node_of, roots) if node is not None]
    while pending:
        node, ready = pending.pop()
        if node in reached:
            continue
        below = [edge for edge, _ in node.next_functions if edge is not None]
        if ready or not below:
            own = frozenset({id(node.variable)}) if hasattr(node, "variable") else frozenset()
            reached[node] = own.union(*(reached[edge] for edge in below))
            continue
        pending.append((node, True))
        pending.extend((edge, False) for edge in below if edge not in reached)
    return reached


def leaf_tensors(nodes: Iterable[Node]) -> list[torch.Tensor]:
    """The leaf tensors whose accumulators are among `nodes`."""
    return [node.variable for node in nodes if hasattr(node, "variable")]
