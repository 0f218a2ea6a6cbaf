"""Tables from which an option takes a function or a class (`networks[options.network]`): a path for each of few entries. Floor 3.

Of what is none of these the table gives one of its entries, not known which (data_model/dict_entries).
"""

from __future__ import annotations

from retain_lint.domain.alternatives import MAX_ALTERNATIVES, is_code
from retain_lint.domain.assume import assume, compare, resolve
from retain_lint.domain.heap import DictRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, Known, Symbol, Value
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.registers import write
from retain_lint.ir.model import GetItem


def select_entries(m: Analysis, state: State, i: GetItem, table: Value, index: Value) -> list[Outcome] | None:
    """The paths on which the index is one of the table's keys each; None if it is no such table, or the index is known."""
    record, index = state.record(table), resolve(state, index)
    if not isinstance(record, DictRecord) or not isinstance(index, Symbol) or not _is_dispatch(state, record):
        return None
    outcomes = []
    for key, entry in record.items:
        path = state.fork()
        if assume(path, compare(path, "==", index, key), True):
            write(m, path, i.target, entry)
            outcomes.append(Outcome(path, NONE))
    return outcomes or None


def _is_dispatch(state: State, record: DictRecord) -> bool:
    """Are there no other entries, few of them, and code under each constant?"""
    whole = record.exact and not record.factory and 1 < len(record.items) <= MAX_ALTERNATIVES
    return whole and all(isinstance(key, Known) and is_code(entry, state.record(entry)) for key, entry in record.items)
