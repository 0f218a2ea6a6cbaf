"""Each fact under torch, and what the analysis says of it."""

from __future__ import annotations

import pytest

from tests.rules.analysis import Reported, check_programs
from tests.semantics.cells import Cell, list_cells
from tests.semantics.judging import check_run, missing_findings, unexpected_findings

CELLS = list_cells()
every_cell = pytest.mark.parametrize("cell", CELLS, ids=lambda cell: cell.name)


@pytest.fixture(scope="module")
def found() -> dict[str, list[Reported]]:
    return check_programs({cell.name: cell.code for cell in CELLS})


@every_cell
def test_torch_does_what_the_marks_say(cell: Cell) -> None:
    check_run(cell)


@every_cell
def test_analysis_says_what_torch_does(cell: Cell, found: dict[str, list[Reported]]) -> None:
    assert not unexpected_findings(cell, found[cell.name])
    assert not missing_findings(cell, found[cell.name])


def test_names_differ() -> None:
    assert len({cell.name for cell in CELLS}) == len(CELLS)


def test_silence_has_a_reason() -> None:
    assert all(cell.reason for cell in CELLS if cell.places("silent"))
