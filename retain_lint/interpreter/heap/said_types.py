"""Values of which an annotation says what they are: `net: nn.Module = make()`, `def build(config) -> nn.Module`. Floor 3.

It counts where nothing is known of the value: not for what the program itself makes, or computes.
"""

from __future__ import annotations

from dataclasses import replace

from retain_lint.domain.heap import TensorRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import Ref, Symbol, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.heap.objects import record_of

#: keys of values that one call has given back, and that might have been anything
_RETURNED = ("value", "result")
#: and those of what one call has made
_MADE = ("made", "value", "result")
#: what shows that something is a module
_MODULE = frozenset({"parameters"})


def take_as_said(m: Analysis, state: State, value: Value, uses: frozenset[str]) -> Value:
    """The value as what it is said to be, by the uses that show the same."""
    if isinstance(value, Symbol) and value.key[0] not in _RETURNED:
        said = replace(value, plain=False)
    elif isinstance(value, Symbol) or _is_opaque(state, value):
        said = m.symbol("made")
    else:
        return value
    m.facts.said_of[said.key] = m.facts.said_of.get(said.key, frozenset()) | uses
    return said


def take_as_module(m: Analysis, state: State, value: Value) -> Value:
    """A layer of a container: torch takes nothing there but modules, so that what opaque code has made or returned is one."""
    made = isinstance(value, Symbol) and value.key[0] in _MADE
    return take_as_said(m, state, value, _MODULE) if made or _is_opaque(state, value) else value


def _is_opaque(state: State, value: Value) -> bool:
    record = record_of(state, value) if isinstance(value, Ref) else None
    return isinstance(record, TensorRecord) and record.opaque
