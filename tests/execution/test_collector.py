"""The garbage collector's threshold during an analysis."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from retain_lint.execution.collector import rare_collections
from retain_lint.interpreter.drivers import entry_points
from retain_lint.runner import Runner
from tests.commands import CLEAN


@pytest.fixture
def threshold() -> Iterator[tuple[int, int, int]]:
    """Python's own threshold, so that no other test's matters."""
    before = gc.get_threshold()
    gc.set_threshold(700, 10, 10)
    yield (700, 10, 10)
    gc.set_threshold(*before)


def test_collections_are_rare_until_the_end_of_an_analysis(
    threshold: tuple[int, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    met = []
    analyse = entry_points.analyse
    monkeypatch.setattr(
        entry_points, "analyse", lambda *given, **options: met.append(gc.get_threshold()) or analyse(*given, **options)
    )
    assert Runner().check_file(Path("program.py"), CLEAN.encode()).errors == ()
    assert [young >= 10_000 for young, *_ in met] == [True] and gc.get_threshold() == threshold


def test_who_turned_it_off_or_asks_for_less_is_heeded(threshold: tuple[int, int, int]) -> None:
    for young in (0, 1_000_000):
        gc.set_threshold(young, 5, 5)
        with pytest.raises(ZeroDivisionError), rare_collections():
            assert gc.get_threshold() == (young, 5, 5)
            raise ZeroDivisionError
        assert gc.get_threshold() == (young, 5, 5)
