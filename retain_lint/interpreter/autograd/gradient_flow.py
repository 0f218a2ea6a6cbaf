"""The transfer function of optimisers: steps consume gradients and write parameters, zero_grad discards. Floor 3.

Facts: SEMANTICS.md C (every torch.optim step moves the version of the parameters that have gradients) and E.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from retain_lint.domain.gradients import Contribution
from retain_lint.domain.heap import OptimizerRecord, TensorRecord
from retain_lint.domain.history import Event, EventKind
from retain_lint.domain.state import State
from retain_lint.domain.value import Address, Symbol, Value
from retain_lint.frontend.snippets import one_line
from retain_lint.interpreter.autograd.idle_step_causes import find_hindrance, note_cleared
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.ledger import Fate, Leak, Step
from retain_lint.interpreter.context.timeline import Moment
from retain_lint.interpreter.heap.known_records import tensor_at
from retain_lint.ir.model import Call, Instruction


def related_leaves(m: Analysis, state: State, leaves: Iterable[Address]) -> dict[Address, bool]:
    """The leaves themselves and those of unseen modules that contain them or are contained in them; True for those
    that are wholly inside."""
    found = dict.fromkeys(leaves, True)
    for leaf in list(found):
        key = m.facts.leaf_keys.get(leaf)
        if key is None:
            continue
        for other in m.facts.leaf_keys.beneath(key):
            if other not in found and other in state.heap:
                found[other] = True
        for other in m.facts.leaf_keys.above(key):
            if other in state.heap:
                found.setdefault(other, False)
    return found


def _doubles_of(m: Analysis, state: State, leaves: dict[Address, bool]) -> list[Address]:
    """The other leaves that may be the same as these: items of one container at places that may be the same."""
    keys = (m.facts.leaf_keys.get(leaf) for leaf in leaves)
    found = dict.fromkeys(other for key in keys if key is not None for other in m.facts.leaf_keys.doubles(key))
    return [leaf for leaf in found if leaf not in leaves and leaf in state.heap]


def step_optimizer(m: Analysis, state: State, address: Address, record: OptimizerRecord, request: CallRequest) -> None:
    """`optimizer.step()`: consumes what its parameters hold and changes those that hold anything."""
    call = request.instruction
    site, event = m.site(call), m.event(EventKind.MODIFIED, call.span)
    state.note_update(event)
    time = state.clock
    name = optimizer_text(m, request) or record.name
    note_moment(m, state, event, record.leaves, name)
    entry = m.ledger.steps.setdefault(site, Step(name))
    entry.visits += 1
    entry.unsure |= not record.exact or state.unknown_reach
    entry.fresh |= not state.engine_ran
    m.ledger.stepped.add(address)
    leaves = related_leaves(m, state, record.leaves)
    found = find_hindrance(state, leaves)
    entry.hindrances.add(None if found is None else replace(found, since=0))
    state.forget_hindrances([leaf for leaf in leaves if state.gradients.get(leaf)])
    _note_judged(m, state, leaves)
    for leaf, whole in leaves.items():
        m.ledger.owners.setdefault(leaf, set()).add(address)
        contributions = state.gradients.get(leaf, ())
        tensor = tensor_at(state, leaf)
        if contributions:
            entry.reached = True
            certain = whole and leaf not in record.partial and any(c.certain for c in contributions)
            state.write(tensor.storage, event, certain, by_step=True, silent=record.fused)
            _consume(m, state, address, leaf, tensor, contributions, time, event, entry)
        elif state.unknown_reach:
            state.write(tensor.storage, event, False, by_step=True)
    if doubles := _doubles_of(m, state, leaves):
        entry.reached = True
        _step_perhaps(m, state, event, doubles)
    if not record.exact:
        # what no known optimiser owns may be among the parameters that are not known
        _step_perhaps(m, state, event, [leaf for leaf in state.gradients if leaf not in m.ledger.owners])


def _note_judged(m: Analysis, state: State, leaves: Iterable[Address]) -> None:
    """What becomes of the gradients in these leaves is decided on this path."""
    m.ledger.ends.judge({c.site for leaf in leaves for c in state.gradients.get(leaf, ())}, state)


def _step_perhaps(m: Analysis, state: State, event: Event, leaves: list[Address]) -> None:
    """An optimiser may own these, too."""
    for leaf in leaves:
        tensor = state.get(leaf)
        if isinstance(tensor, TensorRecord) and state.gradients.get(leaf):
            state.write(tensor.storage, event, False, by_step=True)
    forget_gradients(m, state, leaves)


def _consume(
    m: Analysis,
    state: State,
    optimizer: Address,
    leaf: Address,
    tensor: TensorRecord,
    contributions: tuple[Contribution, ...],
    time: int,
    event: Event,
    entry: Step,
) -> None:
    _find_leak(m, state, optimizer, leaf, tensor, contributions, event, entry)
    _find_shared(m, optimizer, leaf, tensor, contributions, event, entry)
    updated = []
    for contribution in contributions:
        if optimizer in contribution.consumers and not contribution.certain:
            m.suspect("repeated")
        elif optimizer in contribution.consumers:
            entry.repeated = contribution.site
            entry.renewed = next((c.site for c in contributions if optimizer not in c.consumers), entry.renewed)
        m.ledger.contributed(contribution.site, leaf, tensor).fates.add(Fate.CONSUMED)
        state.consume(contribution.time, optimizer, time)
        updated.append(replace(contribution, consumers=contribution.consumers | {optimizer}))
    state.set_gradients(leaf, tuple(updated))


def _find_leak(
    m: Analysis,
    state: State,
    optimizer: Address,
    leaf: Address,
    tensor: TensorRecord,
    contributions: tuple[Contribution, ...],
    event: Event,
    entry: Step,
) -> None:
    """A contribution whose call another optimiser's step has consumed, before the call that this step is for was made."""
    for stray in contributions:
        if optimizer in stray.consumers or not stray.certain:
            continue
        others = [at for known, at in state.steps.get(stray.time, ()) if known != optimizer]
        meant = [c for c in contributions if c.site != stray.site and c.certain and any(at < c.time for at in others)]
        if meant:
            leak = Leak(tensor.path or tensor.name, event, entry.optimizer, meant[-1].site, bool(stray.consumers))
            m.ledger.leaks.setdefault((stray.site, leaf), leak)


def _find_shared(
    m: Analysis,
    optimizer: Address,
    leaf: Address,
    tensor: TensorRecord,
    contributions: tuple[Contribution, ...],
    event: Event,
    entry: Step,
) -> None:
    """Contributions of several calls that this step is the first to consume: each is noted beside the first of them."""
    fresh = [c for c in contributions if c.certain and optimizer not in c.consumers]
    for later in fresh[1:]:
        if later.site != fresh[0].site:
            between = fresh[0].parted - later.parted
            leak = Leak(tensor.path or tensor.name, event, entry.optimizer, fresh[0].site, False, between)
            m.ledger.shared.setdefault((later.site, leaf), leak)


def clear_gradients(m: Analysis, state: State, leaves: Iterable[Address], event: Event, certain: bool = True) -> None:
    """zero_grad(), or `.grad = None`: what no step has used is discarded."""
    leaves = tuple(leaves)
    note_moment(m, state, event, leaves)
    state.quiet_since = state.tick()
    _part_others(m, state, leaves)
    related = related_leaves(m, state, leaves)
    forget_gradients(m, state, _doubles_of(m, state, related))
    _note_judged(m, state, related)
    for leaf, whole in related.items():
        contributions = state.gradients.get(leaf, ())
        tensor = state.get(leaf)  # a gradient may outlive its tensor
        if not contributions or not isinstance(tensor, TensorRecord):
            continue
        if not (certain and whole):
            forget_gradients(m, state, [leaf])
            continue
        note_cleared(state, leaf, contributions, event)
        if any(not c.read and not c.consumers for c in contributions):
            state.note_update(event)
        for contribution in contributions:
            if not contribution.consumers:
                known = m.ledger.contributed(contribution.site, leaf, tensor)
                known.fates.add(Fate.READ if contribution.read else Fate.DISCARDED)
                known.cleared = known.cleared or event
        state.take_gradients(leaf)


def _part_others(m: Analysis, state: State, leaves: tuple[Address, ...]) -> None:
    """Notes with the gradients that are still to be used elsewhere that those of these leaves' optimisers begin anew."""
    begun = frozenset(owner for leaf in leaves for owner in m.ledger.owners.get(leaf, ()))
    for leaf, contributions in list(state.gradients.items()) if begun else ():
        if begun.isdisjoint(m.ledger.owners.get(leaf, ())) and any(not c.consumers for c in contributions):
            noted = (c if c.consumers else replace(c, parted=c.parted | begun) for c in contributions)
            state.set_gradients(leaf, tuple(noted))


def forget_gradients(m: Analysis, state: State, leaves: Iterable[Address]) -> None:
    """Code that cannot be seen may have cleared or used these gradients: nothing is said of them any more."""
    for leaf in leaves:
        for contribution in state.take_gradients(leaf):
            m.ledger.contributions[contribution.site][leaf].fates.add(Fate.UNKNOWN)


def leaf_of_gradient(value: Value) -> Address | None:
    """The leaf whose gradient the value is."""
    known = isinstance(value, Symbol) and value.key[0] == "grad" and isinstance(value.key[1], int)
    return value.key[1] if known else None  # type: ignore[union-attr, return-value]


def read_gradient(m: Analysis, state: State, leaf: Address) -> None:
    """The program looks at a gradient itself, or writes to it. There is one: if no engine call gave it, what did is unseen."""
    state.unknown_reach |= not state.gradients.get(leaf)
    state.quiet_since = state.tick()
    contributions = state.gradients.get(leaf, ())
    state.set_gradients(leaf, tuple(replace(c, read=True) for c in contributions))


def step_unknown(m: Analysis, state: State, call: Instruction) -> None:
    """A step of an optimiser that cannot be seen: it may use and change everything that has a gradient."""
    event = m.event(EventKind.MODIFIED, call.span)
    m.facts.unknown_steps.add(event.location)
    state.note_update(event)
    for leaf in list(state.gradients):
        tensor = state.get(leaf)
        if isinstance(tensor, TensorRecord) and state.gradients[leaf]:
            state.write(tensor.storage, event, False, by_step=True)
    forget_gradients(m, state, list(state.gradients))


def finish_gradients(m: Analysis, state: State) -> None:
    """The end of an entry point: what is still there has no further fate that could be known. A client that goes on from
    here finds gradients, but what it does with them was not for them."""
    m.ledger.ends.outlive({site for kept in state.kept.values() for site in kept.sites}, state)
    m.ledger.completed.update(site for site, _ in state.causes)
    for leaf, contributions in list(state.gradients.items()):
        state.set_gradients(leaf, tuple(replace(c, read=True, certain=False) for c in contributions))
        for contribution in contributions:
            if not contribution.consumers:
                fate = Fate.READ if contribution.read else Fate.PENDING
                m.ledger.contributions[contribution.site][leaf].fates.add(fate)


def note_moment(m: Analysis, state: State, event: Event, leaves: Iterable[Address], optimizer: str = "") -> None:
    """A step of the `optimizer`, or the clearing of gradients, as pictures show it."""
    known = {leaf: tensor for leaf in leaves if isinstance(tensor := state.heap.get(leaf), TensorRecord)}
    m.ledger.timeline.note(Moment(event, m.graph.next_number, leaves=tuple(known), optimizer=optimizer))
    for leaf, tensor in known.items():
        m.ledger.timeline.name(leaf, tensor.path or tensor.name, optimizer)


def optimizer_text(m: Analysis, request: CallRequest) -> str:
    """The text of what steps: of `scaler.step(optimizer)` the argument, which is none of the step's own."""
    call = request.instruction
    if isinstance(call, Call) and len(call.arguments) > len(request.values()):
        return one_line(m.source.slice(call.arguments[0].span)).rpartition("=")[2]
    return receiver_text(m, call)


def receiver_text(m: Analysis, call: Instruction) -> str:
    """The text before the dot of a method call, such as `optimizer_D`."""
    if isinstance(call, Call) and call.receiver is not None:
        return one_line(m.source.slice(call.receiver))
    return ""
