"""Steps of optimisers that are given, and annotated as such. Floor 3.

What they own is not known. But where each leaf that has gradients has some that the same optimiser's last step has used, it
does not clear them, whichever it owns.
"""

from __future__ import annotations

from dataclasses import replace

from retain_lint.domain.gradients import Contribution, Gradients
from retain_lint.domain.state import State
from retain_lint.domain.value import Address, Symbol
from retain_lint.interpreter.autograd.gradient_flow import optimizer_text, step_unknown
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.ledger import Step
from retain_lint.interpreter.effects.name_call_graph import words_reached
from retain_lint.interpreter.heap.objects import is_annotated_optimizer

#: who mentions it may clear gradients by hand
_GRADIENT = "grad"


def step_given(m: Analysis, state: State, optimizer: Symbol, request: CallRequest) -> None:
    """A step of an optimiser that cannot be seen."""
    call = request.instruction
    if not is_annotated_optimizer(m, optimizer) or _clears_by_hand(m):
        step_unknown(m, state, call)
        return
    address = m.facts.given_optimizers.get(optimizer.key) or m.fresh()
    m.facts.given_optimizers[optimizer.key] = address
    _note_repeated(m, state, address, request)
    used = {leaf: tuple(_use(c, address) for c in added) for leaf, added in state.gradients.items()}
    step_unknown(m, state, call)
    for leaf, added in used.items():
        state.set_gradients(leaf, added)
        for contribution in added:
            state.consume(contribution.time, address, state.clock)


def _clears_by_hand(m: Analysis) -> bool:
    """Does a running function, or one that it reaches, mention gradients, or zeros other than `zero_grad`?"""
    words = {word for context in m.stack for word in words_reached(m, context.function)}
    return any(word == _GRADIENT or "zero" in word.lower() and word != "zero_grad" for word in words)


def _note_repeated(m: Analysis, state: State, address: Address, request: CallRequest) -> None:
    new = {leaf: [c for c in added if address not in c.consumers] for leaf, added in state.gradients.items()}
    new = {leaf: fresh for leaf, fresh in new.items() if fresh}
    old = [next((c for c in state.gradients[leaf] if address in c.consumers), None) for leaf in new]
    if new and None not in old and any(c.certain for fresh in new.values() for c in fresh):
        entry = m.ledger.given_steps.setdefault(m.site(request.instruction), Step(optimizer_text(m, request)))
        entry.repeated = next(c.site for c in old if c is not None)
        entry.renewed = next(c.site for fresh in new.values() for c in fresh if c.certain)


def _use(contribution: Contribution, address: Address) -> Contribution:
    """Perhaps it is used: nothing else is said of it any more."""
    consumers = contribution.consumers | {address}
    return replace(contribution, consumers=consumers, read=True, certain=False)


def forget_used(m: Analysis, state: State) -> None:
    """Unseen code that was given a model or an optimiser may have cleared the gradients that a step has used."""
    given = frozenset(m.facts.given_optimizers.values())
    for leaf, added in list(state.gradients.items()):
        if any(c.consumers for c in added):
            state.set_gradients(leaf, _forget_used_in(added, given))


def _forget_used_in(added: Gradients, given: frozenset[Address]) -> Gradients:
    left = (c for c in added if c.consumers.isdisjoint(given))
    return tuple(replace(c, certain=False) if c.consumers else c for c in left)
