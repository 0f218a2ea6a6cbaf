"""Where a detach() would stand: the one place through which gradients enter the nodes that nobody needs. Floor 3."""

from __future__ import annotations

from collections.abc import Iterable

from retain_lint.domain.autograd_graph import Graph, NodeId
from retain_lint.domain.history import Event
from retain_lint.domain.value import Address


def find_boundary(
    graph: Graph, roots: Iterable[NodeId], unwanted: frozenset[Address], wanted: frozenset[Address]
) -> Event | None:
    """The expression whose detach() keeps gradients from every unwanted leaf and from no wanted one.

    A node is upstream if it leads to unwanted leaves and to no wanted one; the boundary is where the rest of the graph takes
    in upstream nodes. None if a leaf itself would have to be cut off (the weights of a module that the loss must run through),
    if a node leads to both through one input, or if there are several such expressions.
    """
    reach: dict[NodeId, frozenset[Address]] = {}
    for number in sorted(node.number for node in graph.reach(roots)):
        node = graph[number]
        leaves = frozenset({node.leaf} if node.leaf is not None else ())
        reach[number] = leaves.union(*(reach[child] for child in node.inputs))
    upstream = {number for number, leaves in reach.items() if leaves & unwanted and not leaves & wanted}
    if not upstream or upstream & set(roots):
        return None
    places: set[Event] = set()
    for number in reach.keys() - upstream:
        node = graph[number]
        for child in node.inputs:
            if child in upstream:
                event = dict(node.uses).get(child)
                if event is None or graph[child].leaf is not None:
                    return None
                places.add(event)
    return places.pop() if len({(place.location, place.text) for place in places}) == 1 else None
