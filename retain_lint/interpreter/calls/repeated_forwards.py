"""Forward passes that were seen to build one graph, and nothing else: a costly one is run twice; if the second run made one new
tensor of its arguments and of its network's parameters, later passes alike build one node in place of that graph. Floor 3.

The node saves what the graph has saved of older tensors, so that it is freed, retained, stale and cut like the graph. A pass
is alike if the network, what its code reads of other files' variables, and what the path has decided about these are the
same. Not where a gradient may be differentiated again, nor where a part of the parameters is trained by another optimiser, or by
none: what hangs on which part of the graph is asked for then.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace

from retain_lint.domain.autograd_graph import FORWARD, JOINED, PART, GradNode, NodeId, SavedTensor
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.state import State
from retain_lint.domain.value import Address, FunctionValue, Known, Ref, Symbol, Value, key_of
from retain_lint.interpreter.calls.network_footprints import Footprint, take_footprint
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.effects.name_call_graph import names_reached
from retain_lint.interpreter.effects.observed_calls import find_changes, is_beside_lifetimes
from retain_lint.interpreter.heap.known_records import tensor_at
from retain_lint.interpreter.heap.tensors import PLAIN, add_node, argument_operands, new_tensor, operand

#: instructions from which on a pass is costly
_COSTLY = 100
#: modes, flags of parameters and options between which the passes of one network change
_MOST_KINDS = 4
#: nodes of which more is not known than that they may be there
_OPAQUE = frozenset({"call", "module", "unknown", PART, JOINED})
#: what a pass may do with its tensors beside the graph
_HOOKING = frozenset({"register_hook", "register_post_accumulate_grad_hook"})
#: nodes that run again, or that have no part of their own in it
_APART = frozenset({"checkpoint", "grad"})


@dataclass(frozen=True, slots=True)
class Forward:
    """What a pass builds. `reached`: the arguments on which its result hangs, by position; `leaves`: the parameters; and of both
    those that are saved."""

    footprint: Footprint
    reached: frozenset[int]
    leaves: tuple[Address, ...]
    saved: frozenset[int]
    saved_leaves: frozenset[Address]
    saves_result: bool
    holds: Ternary


def call_forward(
    m: Analysis, state: State, function: FunctionValue, request: CallRequest, run: Callable[[], list[Outcome]]
) -> list[Outcome]:
    """The outcomes of a call of a function of the project. `run` makes them, unless it is a pass of which the graph is known."""
    kinds = _kinds_of(m, state, function, request)
    if kinds is None:
        return run()
    costly = id(function.function) in m.syntax.costly_forwards and not _is_decided_of(state, request)
    known = m.syntax.forwards[id(function.function), request.positional[0], kinds] if costly else []
    alike = next((one for one in known if isinstance(one, Forward) and _is_alike(m, state, one)), None)
    if alike is not None:
        return [Outcome(state, _build(m, state, alike, request))]
    before = state.fork() if costly and len(known) < _MOST_KINDS else None
    steps, entry, last, first = m.budget.steps, m.budget.entry, m.counter, m.graph.next_number
    outcomes = run()
    if m.budget.entry == entry and steps - m.budget.steps > _COSTLY:
        m.syntax.costly_forwards.add(id(function.function))
        if before is not None and len(outcomes) == 1 and not outcomes[0].raised and not m.budget.spent:
            found = _learn(m, before, outcomes[0], function, request, (last, first))
            known += [] if found is None else [found]
    return outcomes


def _kinds_of(m: Analysis, state: State, function: FunctionValue, request: CallRequest) -> tuple[Hashable, ...] | None:
    """The kinds of arguments on which passes alike agree; None for a call that is no forward pass on tensors."""
    if function.function.name != "forward" or function.frame is not None or m.facts.hooked or not request.positional:
        return None
    if not isinstance(request.positional[0], Ref) or request.keywords or m.scope.attempts or m.scope.in_hook:
        return None
    if state.grad_mode is not Ternary.YES or function.module in m.facts.saves_copies or _differentiates_twice(m):
        return None
    kinds = tuple(_kind_of(state, value) for value in request.positional[1:])
    return None if None in kinds else kinds


def _is_decided_of(state: State, request: CallRequest) -> bool:
    """Has the path decided something of an argument, or stored something on it?"""
    names = {key_of(value) for value in request.positional[1:]}
    return bool(state.condition.facts_of(names)) or any(state.attached(name) for name in names)


def _is_alike(m: Analysis, state: State, known: Forward) -> bool:
    """Does the pass build that graph, and go its parameters' gradients one way? Else a place in between is asked for."""
    owners = {frozenset(m.ledger.owners.get(leaf, ())) for leaf in known.leaves}
    return len(owners) < 2 and known.footprint.holds(state)


def _kind_of(state: State, value: Value) -> Hashable | None:
    tensor = state.tensor(value)
    if tensor is not None:
        return (type(value).__name__, tensor.node is None, tensor.requires_grad, tensor.leaf, tensor.opaque)
    if isinstance(value, Known):
        return (type(value.value).__name__, value.value)
    return "data" if isinstance(value, Symbol) and value.plain else None


def _differentiates_twice(m: Analysis) -> bool:
    """May a gradient be differentiated again, in one of the files loaded so far?"""
    files, found = m.syntax.second_derivatives
    if files != len(m.program.sources):
        found = any("create_graph" in source.text for source in m.program.sources.values())
        m.syntax.second_derivatives = (len(m.program.sources), found)
    return found


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
    state, result = outcome.state, outcome.state.tensor(outcome.value)
    if not isinstance(outcome.value, Ref) or result is None or result.node is None or result.node < first:
        return None
    if result.leaf or result.opaque or result.storage <= last or find_changes(before, state, last) != frozenset():
        return None
    files = [frame for frame in m.program.globals.values() if frame in before.frames]
    if before.overlay != state.overlay or any(before.variables(f) != state.variables(f) for f in files):
        return None
    nodes = list(m.graph.reach([result.node]))
    made = [node for node in nodes if node.number >= first]
    if m.facts.marks(node.number for node in made) or not all(_is_known(node) for node in made):
        return None
    if not is_beside_lifetimes(m, state, function):
        return None
    if not _HOOKING.isdisjoint(names_reached(m, function.function)):
        return None
    footprint = take_footprint(m, before, function, request.positional[0])
    operands = [operand(m, before, value) for value in request.positional[1:]]
    entered = {child for node in made for child in node.inputs if child < first}
    leaves = {m.graph[number].leaf for number in entered} - {part.address for part in operands} - {None}
    parts = {part.node for part in operands}
    if footprint is None or not all(m.graph[n].leaf in footprint.addresses or n in parts for n in entered):
        return None
    saved = {saved.storage for node in made for saved in node.saved if saved.certain}
    return Forward(
        footprint,
        frozenset(position for position, part in enumerate(operands) if part.node in entered),
        tuple(sorted(leaf for leaf in leaves if leaf is not None)),
        frozenset(position for position, part in enumerate(operands) if part.storage in saved),
        frozenset(leaf for leaf in leaves if leaf is not None and tensor_at(state, leaf).storage in saved),
        result.storage in saved,
        Ternary.YES if any(node.holds is Ternary.YES for node in made) else Ternary.MAYBE,
    )


def _is_known(node: GradNode) -> bool:
    certain = node.requires_grad is Ternary.YES and all(saved.certain for saved in node.saved)
    return node.op not in _OPAQUE | _APART and certain and not node.assumption and not node.choice and node.leaf is None


def _build(m: Analysis, state: State, known: Forward, request: CallRequest) -> Value:
    """One node in place of the graph, and the tensor on it."""
    alone = (replace(request, positional=(value,)) for value in request.positional[1:])
    operands = [next(iter(argument_operands(m, state, one)), PLAIN) for one in alone]
    weights = [operand(m, state, Ref(leaf)) for leaf in known.leaves]
    result = m.fresh()
    saved = [operands[position].storage for position in sorted(known.saved)]
    saved += [tensor_at(state, leaf).storage for leaf in sorted(known.saved_leaves)]
    saved += [result] if known.saves_result else []
    kept = tuple(SavedTensor(storage, state.version(storage)) for storage in saved if storage is not None)
    parts = [*(operands[position] for position in sorted(known.reached)), *weights]
    node, requires = add_node(m, state, FORWARD, parts, kept, known.holds, request.span)
    return new_tensor(m, state, node, requires, result)
