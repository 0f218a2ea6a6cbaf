"""The gradient mode in which a function runs that was decorated with one (`@torch.no_grad()`). Floor 3."""

from __future__ import annotations

from retain_lint.domain.lattice import Ternary
from retain_lint.domain.state import State
from retain_lint.domain.value import Context
from retain_lint.interpreter.context.analysis import Outcome


def enter_mode(state: State, mode: Context | None) -> Ternary:
    """Sets the gradient mode that a function runs in; gives the one that held before."""
    before = state.grad_mode
    state.grad_mode = before if mode is None else Ternary.of(mode.enabled)
    return before


def leave_mode(outcomes: list[Outcome], mode: Context | None, before: Ternary) -> list[Outcome]:
    """The outcomes, in the mode that held before the function."""
    for outcome in outcomes if mode is not None else ():
        outcome.state.grad_mode = before
    return outcomes
