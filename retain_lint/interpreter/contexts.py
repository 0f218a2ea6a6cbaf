"""Context managers that are no gradient mode: what `as` receives. Floor 3."""

from __future__ import annotations

from retain_lint.domain.state import State
from retain_lint.domain.value import Symbol, Value
from retain_lint.interpreter.machine import Machine


def enter_context(m: Machine, state: State, manager: Value) -> Value:
    """The value of `with manager as value`: the manager itself is what most return, or what it wraps."""
    if isinstance(manager, Symbol) and manager.plain:
        return m.symbol("entered", plain=True)
    return manager
