"""What is drawn from a list by a place that is not known. Floor 3."""

from __future__ import annotations

from retain_lint.domain.heap import ListRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.data_model.dict_entries import is_container
from retain_lint.interpreter.data_model.items import get_item
from retain_lint.source import Span


def draw_item(m: Analysis, state: State, holder: Value, span: Span) -> Value | None:
    """One of the containers and objects of a list: what is stored in it is perhaps stored in each of them. None if there are others, or
    networks."""
    record = state.record(holder)
    if not isinstance(record, ListRecord) or not record.items:
        return None
    if not all(is_container(state, item) for item in record.items):
        return None
    return get_item(m, state, holder, m.symbol("place", plain=True), span)
