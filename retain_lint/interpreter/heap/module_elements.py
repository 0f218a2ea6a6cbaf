"""Elements of unknown containers of modules: those that annotations say to be some, and what is one of several models. Floor 3.

The n-th is the same in each loop over the container; whether it is the one at some other index is not known.
"""

from __future__ import annotations

from retain_lint.domain.joined_values import is_any_model
from retain_lint.domain.value import Index, Symbol, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.heap.objects import evidence_of
from retain_lint.torch_api.vocabulary import ELEMENTS, VALUES

#: the running index of whatever loop runs over the same sequence
_EVERY_LOOP = 0


def has_module_values(m: Analysis, value: Value) -> bool:
    """Is it said to be a mapping to modules?"""
    return isinstance(value, Symbol) and _holds(m, value, VALUES)


def module_element(m: Analysis, value: Value, position: int, kind: str = "") -> Symbol | None:
    """The module that a loop finds there in a sequence, or by a view of that kind: `values`, `reversed`."""
    if not isinstance(value, Symbol):
        return None
    if not is_any_model(value) and not _holds(m, value, VALUES if kind == "values" else ELEMENTS):
        return None
    place = (kind, position) if kind else Index(position, _EVERY_LOOP, position)
    element = Symbol(("item", value.key, place))
    if is_any_model(value):
        m.facts.module_keys.add(element.key)
    return element


def _holds(m: Analysis, value: Symbol, how: str) -> bool:
    return how in evidence_of(m, value)
