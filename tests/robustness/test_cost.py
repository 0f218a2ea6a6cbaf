"""What an analysis costs, in instructions: the same on every machine."""

from __future__ import annotations

from retain_lint.runner import Runner
from tests.truth.program_files import FOLDER


def test_constructors_that_make_their_own_kind_end() -> None:
    path = FOLDER / "c18_constructors_in_constructors.py"
    assert Runner().check_bytes(path, path.read_bytes()).statistics["instructions"] < 5_000
