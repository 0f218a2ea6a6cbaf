"""The tables against 1,664 measured entries: the outcome of a second backward, and whose in-place write is noticed.

Every entry on which the tables and the measurement differ must be an exception with a reason, and every exception must
be a difference.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.torch_api import exceptions, layer_entries, measured
from tests.torch_api.expression_sources import source_of
from tests.torch_api.expressions import Evaluator, UnknownNameError, Verdict, judge, tensors_in

Entry = Mapping[str, Any]


def judge_entry(entry: Entry) -> Verdict | None:
    """The tables' verdict on a measured expression; None if a name has no row."""
    try:
        return judge(source_of(entry["op"]), list(entry.get("fails_when_only", {})))
    except UnknownNameError:
        return None


def expression_is_right(entry: Entry) -> bool:
    """Does a second backward of the expression end as measured?"""
    verdict = judge_entry(entry)
    if verdict is None:
        return False
    if entry["saves"] == "n/a":
        evaluator = Evaluator()
        parts = tensors_in(evaluator.run(source_of(entry["op"])))
        return all(part.node is None or not part.node.row.saves for part in parts)
    return bool(verdict.fails == entry["fails_when_only"])


def expression_stale_is_right(entry: Entry) -> bool:
    """Are exactly the measured tensors kept?"""
    verdict = judge_entry(entry)
    return verdict is not None and verdict.stale == set(entry["stale_if_modified"])


def wrong_outcomes() -> set[str]:
    """The entries of whose second backward the tables say something else, or nothing."""
    wrong = {e["op"] for e in measured.operations() if not measured.second_backward_is_right(e)}
    wrong |= {e["op"] for e in measured.expressions() if not expression_is_right(e)}
    return wrong | {e["op"] for e in measured.layers() if not layer_entries.holds_is_right(e)}


def wrong_writes() -> set[str]:
    """The entries of whose in-place writes the tables say something else."""
    written = [e for e in measured.operations() if "stale_if_modified" in e]
    wrong = {e["op"] for e in written if not measured.stale_is_right(e)}
    written = [e for e in measured.expressions() if "stale_if_modified" in e and judge_entry(e) is not None]
    return wrong | {e["op"] for e in written if not expression_stale_is_right(e)}


def test_data_is_whole() -> None:
    entries = measured.read_entries()
    assert len(entries) == 1664
    assert len({e["op"] for e in entries}) == 1664
    assert sum("stale_if_modified" in e for e in entries) == 1258
    assert len(measured.operations()) + len(measured.expressions()) + len(measured.layers()) == 1664


def test_second_backward_is_as_measured_but_for_the_exceptions() -> None:
    assert wrong_outcomes() == set(exceptions.SECOND_BACKWARD)


def test_second_backward_is_right_for_99_percent() -> None:
    assert len(wrong_outcomes()) <= 0.01 * len(measured.read_entries())


def test_noticed_writes_are_as_measured_but_for_the_exceptions() -> None:
    assert wrong_writes() == set(exceptions.STALE)


def test_noticed_writes_are_right_for_97_percent() -> None:
    assert len(wrong_writes()) <= 0.03 * sum("stale_if_modified" in e for e in measured.read_entries())


def test_layers_keep_their_weights_as_measured() -> None:
    stepped = [e for e in measured.layers() if "second_backward_after_step" in e]
    assert len(stepped) == 67
    wrong = {e["op"] for e in stepped if not layer_entries.weights_are_right(e) or not layer_entries.step_is_right(e)}
    assert wrong == set(exceptions.WEIGHTS)


def test_layers_keep_their_input_and_result_as_measured() -> None:
    wrong = {e["op"] for e in measured.layers() if not layer_entries.buffers_are_right(e)}
    assert wrong == set(exceptions.BUFFERS)
