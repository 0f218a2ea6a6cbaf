"""Which calls may retain a graph still. Floor 2."""

from __future__ import annotations

from retain_lint.domain.autograd_graph import NodeId
from retain_lint.domain.state import Kept, State


def still_kept(state: State, node: NodeId) -> Kept | None:
    """The calls that retained the node, unless a later one has freed it for certain. Freed on some path only, it is kept on
    the others."""
    kept, freed = state.kept.get(node), state.freed.get(node)
    return None if freed is not None and freed.certain else kept
