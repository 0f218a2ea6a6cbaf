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
from retain_lint.interpreter.heap.objects import evidence_of
from retain_lint.torch_api.vocabulary import OPTIMIZER

#: who mentions these may clear gradients: by hand, by a method that is handed on, on some path
_CLEARING = ("grad", "zero")
#: what else a program may ask of an optimiser; by another method it may be made to clear them, as by a hook
_ASKED = frozenset("step zero_grad param_groups state state_dict load_state_dict defaults add_param_group".split()) | {
    OPTIMIZER
}


def step_given(m: Analysis, state: State, optimizer: Symbol, request: CallRequest) -> None:
    """A step of an opaque optimiser."""
    call = request.instruction
    uses = evidence_of(m, optimizer)
    if OPTIMIZER not in uses or not uses <= _ASKED or _is_perhaps_cleared(m):
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


def _is_perhaps_cleared(m: Analysis) -> bool:
    """Does a running function, or one that it reaches, look as if it cleared gradients, or does it wait for code that may?"""
    functions = [context.function for context in m.stack if context.function.kind != "module"]
    words = frozenset().union(*(words_reached(m, function) for function in functions))
    clears = any(word == _CLEARING[0] or _CLEARING[1] in word.lower() for word in words)
    return clears or any(function.is_generator or function.is_async for function in functions)


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
    """Opaque code that was given a model or an optimiser may have cleared the gradients that a step has used."""
    given = frozenset(m.facts.given_optimizers.values())
    for leaf, added in list(state.gradients.items()):
        if any(c.consumers for c in added):
            state.set_gradients(leaf, _forget_used_in(added, given))


def _forget_used_in(added: Gradients, given: frozenset[Address]) -> Gradients:
    left = (c for c in added if c.consumers.isdisjoint(given))
    return tuple(replace(c, certain=False) if c.consumers else c for c in left)
