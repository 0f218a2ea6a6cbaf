"""`eval` of a text that names an attribute whose end is not known: `eval("torch.optim." + name)`, `eval(f"self.{name}")`. Floor 3.

It is one of those of the object, as of getattr. A text that is all known is written by those who hide something: it stays code.
"""

from __future__ import annotations

import re

from retain_lint.domain.state import State
from retain_lint.domain.value import Known, Symbol, Value
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.data_model.computed_attributes import get_by_path, get_computed
from retain_lint.interpreter.heap.module_globals import load_global
from retain_lint.interpreter.heap.strings import TEXT
from retain_lint.source import Span

_NAME = r"[^\W\d]\w*"
#: a variable, and attributes of it; the beginning of one more may follow
_BEGINNING = re.compile(rf"\s*({_NAME})((?:\.{_NAME})*)\.(?:{_NAME})?")


def evaluate(m: Analysis, state: State, text: Value, span: Span) -> list[Outcome] | None:
    """What a text evaluates to that is the name of an attribute; None for other expressions."""
    first, *others = _parts_of(text)
    match = _BEGINNING.fullmatch(first)
    if match is None or not others or not all(part == "" or part.isidentifier() for part in others):
        return None
    root = _load(m, state, match[1])
    found = [] if root is None else get_by_path(m, state, root, match[2][1:], span)
    return [o if o.raised else Outcome(o.state, get_computed(m, o.state, o.value, text)) for o in found] or None


def _parts_of(text: Value) -> list[str]:
    """The parts of a text, those that are not known empty."""
    if isinstance(text, Symbol) and text.key[0] == TEXT:
        return [str(p.value) if isinstance(p, Known) else "" for p in text.key[1 : (len(text.key) + 1) // 2]]
    return [""]


def _load(m: Analysis, state: State, name: str) -> Value | None:
    """The variable of that name in the running function, else in its file; None if it is not bound, or not known any more."""
    if name in m.context.function.locals:
        return state.variables(m.frame).get(name)
    return load_global(m, state, m.context.module, name)
