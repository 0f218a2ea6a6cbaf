"""Each program is run under torch and analysed: both say the same of every line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.differential.trials import judge, quiet_torch

PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.py"))


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_analyser_and_execution_agree(path: Path) -> None:
    text = path.read_text()
    with quiet_torch():
        outcome = judge(text, coins="random.random()" in text)
    assert not outcome.truth.invalid
    assert not outcome.disagreements, [str(found) for found in outcome.disagreements]
