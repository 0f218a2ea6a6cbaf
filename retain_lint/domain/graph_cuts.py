"""Where a detach() would stand: the places through which gradients enter the nodes that nobody needs. Floor 2."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from retain_lint.domain.autograd_graph import HELD, JOINED, Graph, NodeId
from retain_lint.domain.history import Event, Expression, expression_of
from retain_lint.domain.value import Address


@dataclass(frozen=True, slots=True)
class Crossing:
    """An edge of the graph by which a wanted node takes in an unwanted one, and the expression that hands it in."""

    parent: NodeId
    child: NodeId
    place: Event


@dataclass(frozen=True, slots=True)
class Way:
    """Expressions that hand on a graph which autograd.grad needs. With `leaves`: below one of its inputs, which has to
    require grad through some of them."""

    expressions: frozenset[Expression]
    leaves: frozenset[Address] | None = None


@dataclass(frozen=True, slots=True)
class Barriers:
    """Where no detach() may stand: at `firm` expressions none, at `weak` ones only if the detached tensor is told to require
    grad."""

    firm: frozenset[Expression]
    weak: frozenset[Expression]


def find_crossings(
    graph: Graph,
    roots: Iterable[NodeId],
    unwanted: frozenset[Address],
    wanted: frozenset[Address],
    barred: frozenset[Expression] = frozenset(),
) -> tuple[Crossing, ...]:
    """The expressions whose detach() keeps gradients from every unwanted leaf and from no wanted one.

    A node is upstream if it leads to unwanted leaves and to no wanted one; the boundary is where the rest of the graph takes
    in upstream nodes, by the outermost of the expressions that hand them on. Empty if a leaf itself would have to be cut
    off (the weights of a module that the loss must run through), or if everything is upstream. Where a value is handed on out of sight (from layer to layer), or by `barred`
    expressions alone, what it was made of is looked at.
    """
    reach = _leaves_below(graph, roots)
    upstream = _upstream_in(reach, unwanted, wanted)
    if not upstream or upstream & set(roots):
        return ()
    found: dict[tuple[NodeId, NodeId], Crossing] = {}
    pending = [(number, child) for number in reach.keys() - upstream for child in graph[number].inputs]
    while pending:
        number, child = pending.pop()
        if child not in upstream or (number, child) in found:
            continue
        events = dict(graph[number].uses).get(child, ())
        event = next((event for event in events if expression_of(event) not in barred), None)
        if graph[child].leaf is not None:
            return ()
        if event is not None:
            found[number, child] = Crossing(number, child, event)
        elif graph[child].inputs:  # what the child itself was given
            pending.extend((child, grandchild) for grandchild in graph[child].inputs)
        else:
            return ()
    return _merge(graph, tuple(found[key] for key in sorted(found)), barred)


def _merge(graph: Graph, crossings: tuple[Crossing, ...], barred: frozenset[Expression]) -> tuple[Crossing, ...]:
    """One place where there were several: what is taken in at several expressions is cut off from the only thing that it is made
    of."""
    places: dict[NodeId, set[Expression]] = {}
    for crossing in crossings:
        places.setdefault(crossing.child, set()).add(expression_of(crossing.place))
    merged: dict[Crossing, None] = {}
    for crossing in crossings:
        lower = _find_only_entrance(graph, crossing.child, barred) if len(places[crossing.child]) > 1 else None
        merged[lower or crossing] = None
    return tuple(merged)


def _find_only_entrance(graph: Graph, number: NodeId, barred: frozenset[Expression]) -> Crossing | None:
    inputs = set(graph[number].inputs)
    child = inputs.pop() if len(inputs) == 1 else None
    if child is None or graph[child].leaf is not None:
        return None
    events = dict(graph[number].uses).get(child, ())
    event = next((event for event in events if expression_of(event) not in barred), None)
    return None if event is None else Crossing(number, child, event)


def find_unavoidable(
    graph: Graph, roots: Iterable[NodeId], unwanted: frozenset[Address], wanted: frozenset[Address]
) -> frozenset[Address]:
    """The unwanted leaves that an operation takes in beside what leads to wanted ones: the weights of a module that the
    loss must run through."""
    reach = _leaves_below(graph, roots)
    through = [number for number, leaves in reach.items() if leaves & wanted]
    taken = {graph[child].leaf for number in through for child in graph[number].inputs}
    return frozenset(leaf for leaf in taken if leaf is not None and leaf in unwanted)


def find_ends(
    graph: Graph, roots: Iterable[NodeId], unwanted: frozenset[Address], wanted: frozenset[Address]
) -> frozenset[NodeId]:
    """The nodes, leading to unwanted leaves and to no wanted one, that others take in; none if a root is such a node."""
    reach = _leaves_below(graph, roots)
    upstream = _upstream_in(reach, unwanted, wanted)
    if upstream & set(roots):
        return frozenset()
    taken = (child for number in reach.keys() - upstream for child in graph[number].inputs)
    return frozenset(child for child in taken if child in upstream)


def _upstream_in(
    reach: Mapping[NodeId, frozenset[Address]], unwanted: frozenset[Address], wanted: frozenset[Address]
) -> set[NodeId]:
    """The nodes that lead to unwanted leaves and to no wanted one."""
    return {number for number, leaves in reach.items() if leaves & unwanted and not leaves & wanted}


def _leaves_below(graph: Graph, roots: Iterable[NodeId]) -> dict[NodeId, frozenset[Address]]:
    """Every node that the roots lead to, with the leaves that it leads to."""
    return {node.number: graph.leaves_below(node.number) for node in graph.reach(roots)}


def find_ways(graph: Graph, roots: Iterable[NodeId], inputs: Sequence[NodeId], requested: Set[NodeId]) -> Iterator[Way]:
    """What a call of autograd.grad needs attached: the ways to its inputs, and what makes these require grad; nothing
    below the `requested` ones, which are told to."""
    yield Way(_expressions_within(graph, graph.leads_to(roots, frozenset(inputs))))
    for wanted in inputs:
        if wanted not in requested and graph[wanted].leaf is None:
            below = {node.number for node in graph.reach([wanted])}
            yield Way(_expressions_within(graph, below), graph.leaves_below(wanted))


def find_barriers(ways: Set[Way], unwanted: frozenset[Address]) -> Barriers:
    """What the calls of autograd.grad forbid if the unwanted leaves are to be kept out. An input that would not require
    grad without them can be told to."""
    firm = (way.expressions for way in ways if way.leaves is None)
    weak = (way.expressions for way in ways if way.leaves is not None and way.leaves <= unwanted)
    return Barriers(frozenset[Expression]().union(*firm), frozenset[Expression]().union(*weak))


def find_severed(graph: Graph, inputs: Iterable[NodeId], places: Sequence[Event]) -> frozenset[Expression]:
    """The expressions below those inputs of autograd.grad that would require grad no more with all these places detached."""
    cut = {expression_of(place) for place in places}
    found = frozenset[Expression]()
    for wanted in inputs if cut else ():
        below = {node.number for node in graph.reach([wanted])}
        expressions = _expressions_within(graph, below)
        if not cut.isdisjoint(expressions) and wanted not in _attached_without(graph, below, cut):
            found |= expressions
    return found


def reach_without(graph: Graph, roots: Iterable[NodeId], places: Iterable[Event]) -> set[NodeId]:
    """The nodes that the roots still lead to with all these places detached."""
    cut = {expression_of(place) for place in places}
    found, stack = set(roots), list(roots)
    while stack:
        node = graph[stack.pop()]
        handed = dict(node.uses)
        for child in node.inputs:
            if child not in found and cut.isdisjoint(map(expression_of, handed.get(child, ()))):
                found.add(child)
                stack.append(child)
    return found


def _attached_without(graph: Graph, nodes: Set[NodeId], cut: Set[Expression]) -> set[NodeId]:
    """The nodes that lead to a leaf by edges that none of the expressions hand on. Inputs are older than what they feed."""
    attached: set[NodeId] = set()
    for number in sorted(nodes):
        node, handed = graph[number], dict(graph[number].uses)
        kept = (child for child in node.inputs if cut.isdisjoint(map(expression_of, handed.get(child, ()))))
        if node.leaf is not None or not attached.isdisjoint(kept):
            attached.add(number)
    return attached


def _expressions_within(graph: Graph, nodes: Set[NodeId]) -> frozenset[Expression]:
    """The expressions that hand one of the nodes on to another."""
    return frozenset(
        expression_of(event)
        for number in nodes
        for child, events in graph[number].uses
        if child in nodes
        for event in events
    )


def places_of(crossings: Iterable[Crossing]) -> tuple[Event, ...]:
    """The different expressions at which the crossings lie, in the order of the program's run."""
    places = {expression_of(c.place): c.place for c in crossings}
    return tuple(places.values())


#: the operations by which losses become one
_SUMS = frozenset({"+", "-", "add", "sub", "cat", "stack", JOINED, HELD})


def find_terms(graph: Graph, roots: Iterable[NodeId]) -> frozenset[NodeId]:
    """The nodes whose values are added up to the roots, whatever becomes of each value, and of a sum, on its way."""
    terms, stack = set(), list(roots)
    while stack:
        node = graph[stack.pop()]
        if node.inputs and (len(node.inputs) == 1 or node.op in _SUMS):
            stack.extend(node.inputs)
        else:
            terms.add(node.number)
    return frozenset(terms)
