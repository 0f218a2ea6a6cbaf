"""Functions of itertools that arrange known items: which ones stand side by side, and in which order, is known, too. Floor 3."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from typing import Any

from retain_lint.domain.heap import ListRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, Known, Tuple, Value
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.library_model import LibraryModel
from retain_lint.interpreter.heap.iterables import concrete_items
from retain_lint.interpreter.heap.sampled_items import stands_for_more

#: what is made of more is not followed
_MOST = 64
#: give tuples of the items of one iterable, or of each of several
_ROWS: dict[str, Callable[..., Iterable[tuple[Value, ...]]]] = {
    "itertools.combinations": itertools.combinations,
    "itertools.combinations_with_replacement": itertools.combinations_with_replacement,
    "itertools.pairwise": itertools.pairwise,
    "itertools.permutations": itertools.permutations,
    "itertools.product": itertools.product,
}
_GROUPS, _LONGEST = "itertools.groupby", "itertools.zip_longest"


class ArrangedItems(LibraryModel):
    """See the module's text."""

    functions = frozenset({*_ROWS, _GROUPS, _LONGEST})

    def call(self, m: Analysis, state: State, name: str, request: CallRequest) -> list[Outcome] | None:
        given = tuple(_python_of(state, value) for value in request.positional)
        items = _arrange(name, given, _options(state, name, request))
        return None if items is None else [Outcome(state, Tuple(items))]


def _options(state: State, name: str, request: CallRequest) -> dict[str, Any]:
    if name == _LONGEST:  # what fills up is an item, too
        return {"fillvalue": NONE, **request.keywords}
    return {key: _python_of(state, value) for key, value in request.keywords.items()}


def _python_of(state: State, value: Value) -> Any:
    """The items of an iterable that has just these, or what a constant is: those that say how many are whole numbers."""
    items, record = concrete_items(state, value), state.record(value)
    if items is not None:
        whole = not (isinstance(record, ListRecord) and record.partial or stands_for_more(state, value))
        return items if whole else None
    return value.value if isinstance(value, Known) and isinstance(value.value, int) else None


def _arrange(name: str, given: tuple[Any, ...], options: dict[str, Any]) -> tuple[Value, ...] | None:
    """What the function gives; None where that is not known, or too much."""
    try:
        if name == _GROUPS:
            made: Iterable[Value] = _group(*given, **options)
        elif name == _LONGEST:
            made = map(Tuple, itertools.zip_longest(*given, **options))
        else:
            made = map(Tuple, _ROWS[name](*given, **options))
        items = tuple(itertools.islice(made, _MOST + 1))
    except (TypeError, ValueError):
        return None
    return items if len(items) <= _MOST else None


def _group(items: tuple[Value, ...]) -> Iterable[Value]:
    """Neighbours of one value; it is known of constants alone which these are."""
    if not all(isinstance(item, Known) and item.sample is None for item in items):
        raise ValueError("items of unknown values")
    return (Tuple((key, Tuple(tuple(same)))) for key, same in itertools.groupby(items))
