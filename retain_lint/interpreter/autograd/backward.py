"""The transfer function of an engine call: which nodes it runs, what it frees, where it errs. Floor 3.

Facts: SEMANTICS.md B. A call runs the nodes from its roots to the leaves, or, with `inputs`, only those on a path to
them. An error is entered in the ledger and then cured (as if the earlier call had retained), so that what follows is
judged as the author would see it next.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass, field
from functools import partial

from retain_lint.domain.autograd_graph import FORWARD, JOINED, PART, GradNode, NodeId
from retain_lint.domain.call_verdict import Doubt, Reason
from retain_lint.domain.canonical import carrying_depth, is_older
from retain_lint.domain.gradients import Contribution, Gradients, SiteId
from retain_lint.domain.graph_cuts import find_ways
from retain_lint.domain.heap import TensorRecord
from retain_lint.domain.history import EventKind
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.retained import Kept
from retain_lint.domain.state import Freed, State
from retain_lint.domain.value import Address, Key
from retain_lint.interpreter.autograd.loop_carried import (
    crosses_iteration,
    find_buffer,
    find_entrance,
    find_only_entrance,
    find_places_to_move,
    is_before_loop,
    is_carried_by_outer,
    is_only_way,
    is_trained_anew,
)
from retain_lint.interpreter.autograd.must_reach import CertainReach, Ways, find_unavoidable, is_in_doubt, requires_grad
from retain_lint.interpreter.autograd.staleness import assumptions_of, check_stale, first_write, is_refused
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.budget import USUAL_SIZE
from retain_lint.interpreter.context.timeline import Moment
from retain_lint.interpreter.effects.escape import OPAQUE_CODE, escape_hidden, keep_behind, unknown_owners
from retain_lint.interpreter.effects.opaque_objects import hangs_on_data, hangs_on_libraries
from retain_lint.interpreter.effects.opaque_parameters import may_go_on
from retain_lint.interpreter.heap.objects import may_be_another
from retain_lint.interpreter.heap.provenance import names_given_loss
from retain_lint.ir.model import Call
from retain_lint.source import Location

#: how many executions of one engine call are kept, to look for a boundary in
MAX_SAMPLES = 64
#: nodes of what cannot be seen
UNSEEN = frozenset({"call", "module", "unknown", PART})


@dataclass(frozen=True, slots=True)
class EngineCall:
    """An engine call with its arguments decided. `inputs` None: all leaves; `inputs_known` False: some, not known
    which. `accumulates`: gradients arrive in the leaves (not so for autograd.grad). `explicit`: retain is written."""

    instruction: Call
    roots: tuple[NodeId, ...]
    roots_known: bool
    retain: Ternary
    explicit: bool
    create_graph: Ternary
    inputs: tuple[NodeId, ...] | None = None
    inputs_known: bool = True
    accumulates: bool = True
    refused: bool = False
    weighted: bool = False


@dataclass(frozen=True, slots=True)
class Reach:
    """The nodes that a call runs: for sure, and perhaps; and, for each choice among the former, what each of its inputs
    leads to."""

    certain: frozenset[NodeId]
    possible: frozenset[NodeId]
    ways: tuple[Ways, ...] = ()
    #: every node that may run, oldest first
    all: tuple[NodeId, ...] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "all", tuple(sorted(self.certain | self.possible)))


def run_engine(m: Analysis, state: State, call: EngineCall) -> None:
    """Executes an engine call on one path."""
    site = m.site(call.instruction)
    kind = EventKind.FREED if call.retain is Ternary.NO else EventKind.RETAINED
    m.ledger.timeline.note(Moment(m.event(kind, call.instruction.span), m.graph.next_number, call.roots))
    time = state.tick()
    reach = find_reach(m, state, call)
    if is_refused(m, state, reach.certain):
        reach = Reach(frozenset(), frozenset(reach.all))
    m.budget.charge(len(reach.all) + len(state.causes), USUAL_SIZE)
    m.ledger.handed.setdefault(site, _handing_calls(m, call.roots))
    m.ledger.note_roots(site, call.roots_known, refused=call.refused)
    m.ledger.ends.reach(site, id(call.instruction), state)
    if call.accumulates and (not call.roots_known or any(may_go_on(m, n) for n in reach.all)):
        state.unknown_reach = True
    escape_hidden(m, state, reach.all)
    state.engine_ran = True
    m.facts.sent_backward.update(call.roots)
    _note_retained_entries(m, state, site, reach)
    erred = _check_freed(m, state, site, reach, call.weighted)
    if not erred:
        check_stale(m, state, site, reach.all, reach.certain, reach.ways)
    _note_passes(m, state, site, reach, erred)
    _note_accumulations(m, reach)
    if call.accumulates:
        _contribute(m, state, call, site, time, reach)
        if kept := sorted(m.facts.gradients_kept.intersection(reach.all)):
            m.ledger.ways.update(find_ways(m.graph, call.roots, kept, m.facts.requested))
    elif call.inputs:
        m.ledger.ways.update(find_ways(m.graph, call.roots, call.inputs, m.facts.requested))
        m.ledger.differentiated.update(number for number in call.inputs if m.graph[number].leaf is None)
    _release(m, state, call, site, time, reach)


def _handing_calls(m: Analysis, roots: tuple[NodeId, ...]) -> tuple[Location, ...]:
    """The calls on the stack, innermost first, that were given every root."""
    found: list[Location] = []
    for context in reversed(m.stack):
        given = frozenset[NodeId]().union(*(argument.nodes for argument in context.arguments))
        if context.site is None or not roots or not given.issuperset(roots):
            break
        found.append(context.site)
    return tuple(found)


def find_reach(m: Analysis, state: State, call: EngineCall) -> Reach:
    """The nodes that the call runs. If nothing in it requires grad for sure, the call itself shows that something does:
    the unseen callee that feeds the root is then taken to."""
    nodes = {node.number: node for node in m.graph.reach(call.roots)}
    _note_parts(m, nodes)
    _decide_by_use(m, nodes, call.roots)
    if call.inputs is not None and call.inputs_known:
        allowed = m.graph.leads_to(call.roots, frozenset(call.inputs))
        drop = frozenset() if call.accumulates else frozenset(call.inputs)
        unseen = any(node.op in UNSEEN for node in nodes.values())
        if unseen and nodes.keys().isdisjoint(call.inputs):  # torch would refuse: there is a way that was not seen
            return Reach(frozenset(), frozenset(nodes))
        nodes = {number: node for number, node in nodes.items() if number in allowed and number not in drop}
    if not call.roots_known or (call.inputs is not None and not call.inputs_known):
        return Reach(frozenset(), frozenset(nodes))
    walk = CertainReach(m, state, nodes)
    certain = walk.follow(call.roots)
    if call.inputs is not None:  # of a whole forward pass only what leads to these is run
        certain = frozenset(number for number in certain if nodes[number].op != FORWARD)
    ways = tuple(sets for choice, sets in walk.ways.items() if choice in certain)
    return Reach(certain, frozenset(nodes) - certain, ways)


def _note_parts(m: Analysis, nodes: dict[NodeId, GradNode]) -> None:
    """Which parts of what an unseen callee returned are sent backward together."""
    parts: dict[NodeId, set[NodeId]] = defaultdict(set)
    for node in nodes.values():
        if node.op == PART:
            parts[node.inputs[0]].add(node.number)
    for whole, entered in parts.items():
        m.facts.parts_entered[whole].add(frozenset(entered))


def _decide_by_use(m: Analysis, nodes: dict[NodeId, GradNode], roots: tuple[NodeId, ...]) -> None:
    """What is given to unseen code beside a model need not require grad. What opaque code made of one graph, and of no
    parameters, hangs on that if it is sent backward."""
    level = list(roots)
    chain: list[NodeId] = []
    while len(level) == 1 and nodes[level[0]].op != "unknown":
        chain.append(level[0])
        if level[0] in m.facts.model_results:
            break
        level = [child for child in nodes[level[0]].inputs if child in nodes]
    if not any(requires_grad(m, node) for node in nodes.values()):
        m.facts.decided.update(chain[:2] if len(chain) > 1 else chain)
    calls = [number for number in chain if nodes[number].op == "call"]
    if calls and m.facts.of_one_graph.issuperset(calls) and m.facts.weight_users.isdisjoint(calls):
        m.facts.decided.update(chain[: chain.index(calls[-1]) + 1])


def _note_retained_entries(m: Analysis, state: State, site: SiteId, reach: Reach) -> None:
    """A retained node that runs again: its retain was needed (MAYBE needed counts: then nothing is reported)."""
    made = m.facts.of_libraries
    trains = any(m.graph[number].is_source for number in reach.all if number not in made)
    for number in reach.all:
        kept, node = state.still_kept(number), m.graph[number]
        if kept is None or node.holds is Ternary.NO or node.op == "unknown":
            continue
        if trains and hangs_on_libraries(m, number):
            continue
        certain = number in reach.certain and node.holds is Ternary.YES
        adjacent = state.quiet_since <= kept.time
        for keeper in kept.perhaps:
            m.ledger.retains[keeper].note_escape(Doubt(Reason.ALIAS, m.here()), crowded=state.crowded)
        for keeper in kept.sites - kept.perhaps:
            retain = m.ledger.retains[keeper]
            retain.needed_by[site] = retain.needed_by.get(site, True) and adjacent
            retain.alone.update(() if state.crowded else (site,))
            retain.unsure |= not certain
            if certain:
                retain.surely.add(site)


def _check_freed(m: Analysis, state: State, site: SiteId, reach: Reach, weighted: bool) -> bool:
    """Reports the entry into freed nodes, by the call that freed them; then cures it."""
    hit: dict[Freed, list[NodeId]] = {}
    unavoidable = find_unavoidable(reach.certain, reach.ways, lambda number: _is_gone(m, state, number))
    trains = any(m.graph[number].is_source and number not in state.freed for number in reach.all)
    for number in reach.all:
        freed = state.freed.get(number)
        if freed is None or m.graph[number].holds is Ternary.NO:
            continue
        if number in unavoidable:
            hit.setdefault(freed, []).append(number)
        elif not (trains and hangs_on_data(m, number)):
            m.ledger.doubts[site][_doubt_freed(m, state, number, freed)] = None
        state.forget_free(number)
    for cause, numbers in hit.items():
        _enter_freed(m, state, site, cause, numbers, reach, weighted)
        state.forget_cause(cause.site, m.visit(cause.stamp), numbers)
    return bool(hit)


def _doubt_freed(m: Analysis, state: State, number: NodeId, freed: Freed) -> Doubt:
    """Why it is not known whether a call runs through what an earlier one has freed."""
    if freed.site == OPAQUE_CODE:
        return m.facts.escaped.get(number, Doubt(Reason.TO_OPAQUE_CODE))
    if number in m.facts.handed_out:
        return m.facts.handed_out[number]
    return Doubt(Reason.PATHS if state.crowded else Reason.OPAQUE, place_built(m, number))


def _is_gone(m: Analysis, state: State, number: NodeId) -> bool:
    """Are the node's buffers released for sure?"""
    freed = state.freed.get(number)
    return freed is not None and freed.certain and m.graph[number].holds is Ternary.YES


def _enter_freed(
    m: Analysis, state: State, site: SiteId, cause: Freed, numbers: list[NodeId], reach: Reach, weighted: bool
) -> None:
    top = m.graph[max(numbers)]
    visits = m.visit(state.loops), m.visit(cause.stamp)
    entry = m.ledger.freed[site, cause.site, carrying_depth(cause.stamp, state.loops), visits]
    entry.errors += 1
    entry.erred.add(state.loops)
    entry.alone |= not state.crowded
    entry.chosen |= m.is_path_taken(state)
    entered = [m.graph[number] for number in numbers]
    entry.seen |= any(node.op not in UNSEEN or node.built is None for node in entered)
    entry.unseen |= {node.built.location for node in entered if node.built is not None}
    entry.upstream = tuple(dict.fromkeys((*entry.upstream, *leaves_below(m, numbers))))
    adjacent, update = state.quiet_since <= cause.time, state.first_update(cause.time)
    entry.adjacent &= adjacent
    entry.update = entry.update or update
    if entry.built is None:
        entry.built = top.built
        alone = site == cause.site and not _retains_at_times(m, site)
        entry.carried = crosses_iteration(top.stamp, state.loops, alone)
        entry.assumptions = assumptions_of(m, numbers)
        entry.adjacent = adjacent
        entry.write = first_write(m, state, reach.certain)
        entry.again = all(is_older(m.graph[number].stamp, state.loops) for number in reach.all)
        entry.before_loop = entry.carried and is_before_loop(top.stamp, state.loops)
        entry.adjacent &= not (entry.before_loop and weighted)
        entry.computed_before = (weighted or cause.root != reach.all[-1]) and all(
            is_older(m.graph[number].stamp, state.loops) or m.graph[number].holds is Ternary.NO for number in reach.all
        )
        if entry.before_loop:
            entry.places, entry.apart = find_places_to_move(m, state.loops, [m.graph[number] for number in numbers])
            entry.trained_anew = is_trained_anew(m, state.loops, reach.all, entry.upstream)
            if entry.trained_anew:
                entry.entry = find_only_entrance(m, state, reach.all, frozenset(numbers))
        elif entry.carried:
            old = frozenset(numbers)
            entry.entry, entry.inner = find_entrance(m, state, reach.all, old, cause.stamp)
            entry.outer = is_carried_by_outer(top.stamp, cause.stamp, state.loops)
            cuttable = entry.entry is not None and not entry.outer
            entry.only_way = cuttable and is_only_way(m, reach.all, old, entry.upstream)
            entry.buffer = find_buffer(m, reach.all, old, entry.upstream)


def _retains_at_times(m: Analysis, site: SiteId) -> bool:
    """Does a call that frees its graph retain it in other iterations? Then it goes through one graph bit by bit."""
    retain = m.ledger.retains.get(site)
    return retain is not None and retain.explicit


def leaves_below(m: Analysis, numbers: Iterable[NodeId]) -> list[Address]:
    """The leaves that gradients through these nodes arrive at."""
    return [node.leaf for node in m.graph.reach(numbers) if node.leaf is not None]


def _note_passes(m: Analysis, state: State, site: SiteId, reach: Reach, erred: bool) -> None:
    """This path came through a cause and yet did not err here: no verdict on the pair is definite. Or that is not known."""
    if erred:
        return
    here = m.visit(state.loops)
    for (cause, there), stamp in state.causes.items():
        key = site, cause, carrying_depth(stamp, state.loops), (here, there)
        if reach.certain:
            m.ledger.freed[key].note_pass(state.loops)
        elif key in m.ledger.freed:
            m.ledger.freed[key].unclear.add(state.loops)


def _note_accumulations(m: Analysis, reach: Reach) -> None:
    for number in reach.all:
        for holder in m.facts.accumulated.get(number, ()):
            m.ledger.accumulations[holder].entered = True


def _contribute(m: Analysis, state: State, call: EngineCall, site: SiteId, time: int, reach: Reach) -> None:
    """Gradients arrive in every leaf that requires grad now (the flag at backward time decides, SEMANTICS.md C)."""
    arrived = []
    sure = {node.number for node in m.graph.reach(call.roots, partial(is_in_doubt, m))}
    for number in reach.all:
        leaf = m.graph[number].leaf
        record = state.get(leaf) if leaf is not None else None
        if leaf is None or not isinstance(record, TensorRecord) or record.requires_grad is Ternary.NO:
            continue
        certain = number in reach.certain and record.requires_grad is Ternary.YES
        old = state.gradients.get(leaf, ())
        m.budget.charge(len(old), USUAL_SIZE)
        state.set_gradients(leaf, add_contribution(old, Contribution(site, time, certain=certain)))
        m.ledger.contributed(site, leaf, record).required |= record.requires_grad is Ternary.YES and number in sure
        arrived.append(leaf)
        state.unknown_reach |= leaf not in m.ledger.owners and may_be_another(m, leaf)
    sample = (call.roots, tuple(arrived))
    samples = m.ledger.reaches[site]
    if len(samples) < MAX_SAMPLES and sample not in samples:
        samples.append(sample)


def add_contribution(old: Gradients, new: Contribution) -> Gradients:
    """The contributions with one more; of several alike from one call site only the first and the last are kept."""
    alike = [c for c in old if c.site == new.site and c.consumers == new.consumers and c.read == new.read]
    drop = alike[1:]
    return (*(c for c in old if c not in drop), new)


def _find_escapes(m: Analysis, reach: Reach, beside: Set[Key]) -> Iterator[Doubt]:
    """The ways by which code that is not followed may need the graph that a call retains, `beside` these unknown values."""
    if m.scope.unfollowed and beside:  # no other graph than what they give can be theirs
        yield Doubt(Reason.IMPORTERS)
    yield from (m.facts.handed_out[number] for number in reach.all if number in m.facts.handed_out)
    given = m.facts.of_given.intersection(reach.all)
    yield from (Doubt(Reason.FROM_CALLER, place_built(m, number)) for number in sorted(given))
    if any(names_given_loss(m.facts.unknown_keys.get(number, ())) for number in reach.all):
        yield Doubt(Reason.FROM_CALLER)
    if not (m.scope.in_hook or m.facts.hook_nodes.isdisjoint(reach.all)):
        yield Doubt(Reason.TO_HOOK)


def place_built(m: Analysis, number: NodeId) -> Location | None:
    """Where a node was built, if code is known to have."""
    built = m.graph[number].built
    return None if built is None else built.location


def _may_be_another(m: Analysis, reach: Reach) -> bool:
    """May the graph be whatever a later call runs through? No part of it is sure to be kept, and it is not only that one of
    several which joined paths have built."""
    if any(m.graph[number].holds is not Ternary.NO for number in reach.certain):
        return False
    nodes = [m.graph[number] for number in reach.all]
    either = (node.op == JOINED and node.requires_grad is Ternary.YES for node in nodes if node.choice)
    return not all(either) or any(node.op in UNSEEN for node in nodes)


def _release(m: Analysis, state: State, call: EngineCall, site: SiteId, time: int, reach: Reach) -> None:
    """Frees what ran, or notes that it was retained."""
    keeps = call.retain.either(call.create_graph) if not call.explicit else call.retain
    record = m.ledger.retains[site] if call.explicit and call.retain is Ternary.YES else None
    if record is not None:
        record.explicit = True
        record.looped |= bool(state.loops)
        beside = unknown_owners(m, state, reach.all)
        record.beside |= beside
        record.note_escape(*_find_escapes(m, reach, beside), crowded=state.crowded)
        record.unsure |= bool(reach.possible) and _may_be_another(m, reach)
        keep_behind(m, state, Kept(frozenset({site}), time, frozenset({site})), reach.all)
    for number in reach.all:
        unknown = m.graph[number].op == "unknown"
        if m.graph[number].holds is Ternary.NO or (unknown and keeps is not Ternary.YES):
            continue  # what an unknown value carries is not judged; only its escape to a caller counts
        if keeps is Ternary.YES:
            if record is not None and not unknown:
                record.built = record.built or m.graph[number].built
                state.keep(number, Kept(frozenset({site}), time))
            continue
        certain = keeps is Ternary.NO and number in reach.certain and number not in m.facts.handed_out
        state.free(number, Freed(site, state.loops, certain, time, reach.all[-1]))
        if certain:
            state.forget_kept(number)
    if keeps is Ternary.NO:
        state.note_cause(site, m.visit(state.loops))
