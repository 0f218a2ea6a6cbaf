"""Forward passes, and calls of other functions of a network, that were seen to build one graph, and nothing else: a costly one is
run twice; if the second run made new tensors of its arguments and of its network's parameters, later passes alike build one node
in place of that graph: of several results one for each piece of it on which the same results hang. Floor 3.

Each node saves what the graph has saved of older tensors, so that it is freed, retained, stale and cut like the graph. A pass
under no_grad builds none, and gives data. A pass is alike if the network, what its code reads of other files' variables, the names
and kinds of its arguments, and what the path has decided about all of these are the same. Not where a part of the parameters is
trained by another optimiser, or by none: what hangs on which part of the graph is asked for then. A gradient that is differentiated
again hangs on the node perhaps.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Set
from dataclasses import dataclass, replace
from typing import NamedTuple

from retain_lint.domain.autograd_graph import PART, GradNode, NodeId
from retain_lint.domain.heap import InstanceRecord, Record, TensorRecord
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.state import State
from retain_lint.domain.value import Address, FunctionValue, Key, Known, Ref, Symbol, Tuple, Value, key_of
from retain_lint.domain.value_numbers import numbers_in
from retain_lint.interpreter.calls.graph_pieces import Piece, divide, grow, is_apart
from retain_lint.interpreter.calls.network_footprints import Footprint, take_footprint
from retain_lint.interpreter.calls.pass_results import Reading, Result, rebuild
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.effects.effect_free import CALLED
from retain_lint.interpreter.effects.name_call_graph import lifetime_names, names_in, names_reached
from retain_lint.interpreter.effects.observed_calls import find_changes, is_beside_lifetimes
from retain_lint.interpreter.heap.objects import is_module_class
from retain_lint.interpreter.heap.tensors import PLAIN, Operand, argument_operands, new_tensor, operand

#: instructions from which on a pass is costly, and a function is; how much less the instructions of cheaper passes count for it
_COSTLY = 100
_CHEAP_PASSES = 4
#: instructions up to which a pass is cheaper than the comparison of two paths
_CHEAP = 20
#: modes, flags of parameters and options between which the passes of one network change
_MOST_KINDS = 4
#: nodes of which more is not known than that they may be there, that run again, or that have no part of their own in the graph
_OTHERS = frozenset({"unknown", PART, "checkpoint", "grad"})
#: nodes that make a pass too large, where each is a piece by itself
_MOST_APART = 100
#: what a pass may do with its tensors beside the graph
_HOOKING = frozenset({"register_hook", "register_post_accumulate_grad_hook"})


class Head(NamedTuple):
    """A tensor that the pass computes: the number of the piece that it hangs on, if it has a graph, and that of its storage; and
    whether it is `opaque`."""

    piece: int | None
    storage: int
    opaque: bool


@dataclass(frozen=True, slots=True)
class Forward:
    """What a pass builds: the `pieces` of its graph, and the `heads` of which its `result` consists; `opaque`: the parameters of
    opaque modules that it runs."""

    footprint: Footprint
    opaque: tuple[tuple[Address, Record], ...]
    pieces: tuple[Piece, ...]
    heads: tuple[Head, ...]
    result: Result

    @property
    def leaves(self) -> set[Address]:
        """All parameters on which the results hang."""
        return {leaf for piece in self.pieces for leaf in piece.leaves}


def call_forward(
    m: Analysis, state: State, function: FunctionValue, request: CallRequest, run: Callable[[], list[Outcome]]
) -> list[Outcome]:
    """The outcomes of a call of a function of the project. `run` makes them, unless it is a pass of which the graph is known."""
    kinds = _kinds_of(m, state, function, request)
    if kinds is None:
        return run()
    costs = m.syntax.forward_costs
    facts = _facts_of(state, request) if costs[id(function.function)] > _COSTLY else None
    costly = facts is not None
    known = m.syntax.forwards[id(function.function), request.positional[0], (facts, *kinds)] if costly else []
    alike = next((one for one in known if isinstance(one, Forward) and _is_alike(m, state, one)), None)
    if alike is not None:
        return [Outcome(state, _build(m, state, alike, request))]
    before = state.fork() if costly and len(known) < _MOST_KINDS else None
    steps, entry, last, first = m.budget.steps, m.budget.entry, m.counter, m.graph.next_number
    outcomes = run()
    cost = steps - m.budget.steps if m.budget.entry == entry else 0
    costs[id(function.function)] += cost if cost > _COSTLY else cost / _CHEAP_PASSES
    if before is not None and cost > _CHEAP and len(outcomes) == 1 and not outcomes[0].raised and not m.budget.spent:
        found = _learn(m, before, outcomes[0], function, request, (last, first))
        known += [] if found is None else [found]
    return outcomes


def _kinds_of(m: Analysis, state: State, function: FunctionValue, request: CallRequest) -> tuple[Hashable, ...] | None:
    """The kinds of arguments on which passes alike agree; None for a call that is no forward pass on tensors."""
    if function.frame is not None or m.facts.hooked or not request.positional:
        return None
    if not _is_pass(state, function, request.positional[0]) or "**" in request.keywords or m.scope.in_hook:
        return None
    builds = state.grad_mode is Ternary.YES
    if state.grad_mode is Ternary.MAYBE:
        return None
    if builds and function.module in m.facts.saves_copies:
        return None
    given = _given(request)
    kinds = tuple(_kind_of(state, value, builds) for value in given)
    raising = m.scope.attempts > 0  # what raises goes on where it is caught
    same = tuple(map(given.index, given))  # of equal arguments the first is given back
    return None if None in kinds else (builds, raising, tuple(request.keywords), same, *kinds)


def _is_pass(state: State, function: FunctionValue, network: Value) -> bool:
    """Is it the forward pass of an object, or another function that is given a network first, as methods are?"""
    record = state.record(network)
    is_network = isinstance(record, InstanceRecord) and is_module_class(state, record.cls)
    return isinstance(network, Ref) and (is_network or function.function.name == "forward")


def _given(request: CallRequest) -> tuple[Value, ...]:
    """The arguments beside the network."""
    return request.values()[1:]


def _facts_of(state: State, request: CallRequest) -> tuple[Hashable, ...] | None:
    """What the path has decided of each argument (`mask is not None`); None if it has stored something on one of them."""
    names = [key_of(value) for value in _given(request)]
    if any(state.attached(name) for name in names):
        return None
    return tuple(
        frozenset(_put_place(fact, name, place) for fact in state.condition.facts_of({name}))
        for place, name in enumerate(names)
    )


def _put_place(part: Hashable, name: Key, place: int) -> Hashable:
    """A fact about an argument, which goes by its place there, whatever its name is."""
    if part == name:
        return place
    if isinstance(part, Symbol):
        return (_put_place(part.key, name, place), part.plain)
    if isinstance(part, frozenset):
        return frozenset(_put_place(one, name, place) for one in part)
    return tuple(_put_place(one, name, place) for one in part) if isinstance(part, tuple) else part


def _is_alike(m: Analysis, state: State, known: Forward) -> bool:
    """Does the pass build that graph, and go its parameters' gradients one way? Else a place in between is asked for."""
    owners = {frozenset(m.ledger.owners.get(leaf, ())) for leaf in known.leaves}
    same = all(state.get(address) == record for address, record in known.opaque)
    return same and len(owners) < 2 and known.footprint.holds(state)


def _kind_of(state: State, value: Value, builds: bool) -> Hashable | None:
    """`builds`: the pass builds a graph, perhaps on that of the argument."""
    tensor = state.tensor(value)
    if tensor is not None:
        return (type(value).__name__, tensor.node is None, tensor.requires_grad, tensor.leaf, tensor.opaque)
    if isinstance(value, Known):
        return (type(value.value).__name__, value.value)
    if isinstance(value, Tuple) and not builds:
        kinds = tuple(_kind_of(state, item, builds) for item in value.items)
        return None if None in kinds else kinds
    if not isinstance(value, Symbol) or builds and not value.plain:
        return None
    return "data" if value.plain else "unknown"


def _learn(
    m: Analysis,
    before: State,
    outcome: Outcome,
    function: FunctionValue,
    request: CallRequest,
    start: tuple[int, NodeId],
) -> Forward | None:
    """What a run has built; None if it left more, or what it built is not wholly known."""
    last, first = start
    state, reading = outcome.state, Reading(outcome.state, _given(request), last)
    result, computed = reading.read(outcome.value), reading.tensors
    packed = not m.facts.packed.isdisjoint(map(key_of, reading.values))
    if result is None or packed or not computed or any(not _is_new(one, last, first) for one in computed):
        return None
    if find_changes(before, state, last) != frozenset():
        return None
    files = [frame for frame in m.program.globals.values() if frame in before.frames]
    if _attaches(before, state, reading, last) or any(before.variables(f) != state.variables(f) for f in files):
        return None
    roots = [one.node for one in computed]
    made = _made_below(m, [root for root in roots if root is not None], first)
    if m.facts.marks(node.number for node in made) or not all(_is_known(node) for node in made):
        return None
    if sum(map(is_apart, made)) > _MOST_APART:
        return None
    # by what it calls, or by its own names alone: the objects that it calls were seen to do nothing, and are the same later
    beside = is_beside_lifetimes(m, state, function)
    if not beside and not (names_in(function.function.body) | CALLED).isdisjoint(lifetime_names(m)):
        return None
    if not _HOOKING.isdisjoint(names_reached(m, function.function)):
        return None
    footprint = take_footprint(m, before, function, request.positional[0])
    operands = [operand(m, before, value) for value in _given(request)]
    entered = {child for node in made for child in node.inputs if child < first}
    parts = {part.node for part in operands}
    if footprint is None or footprint.with_code and not beside:
        return None
    leaves = {m.graph[number].leaf for number in entered - parts} - footprint.addresses
    weights = [(a, record) for a, _ in m.facts.symbol_leaves.values() if a in leaves and (record := before.get(a))]
    if len(weights) < len(leaves):
        return None
    storages = list(dict.fromkeys(one.storage for one in computed))
    pieces, piece_of = divide(m, state, operands, storages, roots, made)
    heads = tuple(
        Head(None if one.node is None else piece_of[one.node], storages.index(one.storage), one.opaque)
        for one in computed
    )
    return Forward(footprint, tuple(weights), pieces, heads, result)


def _made_below(m: Analysis, roots: list[NodeId], first: NodeId) -> list[GradNode]:
    """The nodes from `first` on below these, in their order."""
    reached = m.graph.reach(roots, lambda node: node.number < first)  # what an older node hangs on is older
    return sorted((node for node in reached if node.number >= first), key=lambda node: node.number)


def _attaches(before: State, state: State, reading: Reading, last: int) -> bool:
    """Has the pass attached something to what it has not made itself, or to its results?"""
    results = set(numbers_in(tuple(reading.values)))
    lasting = {*before.overlay, *(key for key in state.overlay if not _is_left(key, results, last))}
    return any(before.overlay.get(key) != state.overlay.get(key) for key in lasting)


def _is_left(key: Key, results: Set[int], last: int) -> bool:
    """Is it the name of something that the pass has made and does not give back?"""
    made = {number for number in numbers_in(key) if number > last}
    return bool(made) and made.isdisjoint(results)


def _is_new(result: TensorRecord, last: int, first: NodeId) -> bool:
    """Did the pass compute it: on a graph of its own, or on none?"""
    computed = result.requires_grad is Ternary.NO if result.node is None else result.node >= first
    return computed and result.storage > last and not result.leaf


def _is_known(node: GradNode) -> bool:
    return node.requires_grad is Ternary.YES and node.op not in _OTHERS and node.leaf is None


def _build(m: Analysis, state: State, known: Forward, request: CallRequest) -> Value:
    """A node in place of each piece of the graph, and the tensors on them."""
    alone = (replace(request, positional=(value,), keywords={}) for value in _given(request))
    operands = [next(iter(argument_operands(m, state, one)), PLAIN) for one in alone]
    storages = [m.fresh() for _ in range(1 + max(head.storage for head in known.heads))]
    nodes = grow(m, state, known.pieces, operands, storages, request.span)

    def make(number: int) -> Value:
        head = known.heads[number]
        ends = Operand(None, Ternary.NO) if head.piece is None else nodes[head.piece]
        return new_tensor(m, state, ends.node, ends.requires_grad, storages[head.storage], opaque=head.opaque)

    return rebuild(m, state, known.result, _given(request), make)
