"""What an analysis costs, in instructions: the same on every machine."""

from __future__ import annotations

from retain_lint.runner import Runner
from tests.truth.program_files import FOLDER


def instructions(name: str) -> int:
    """What the check of a program of known truth costs."""
    path = FOLDER / name
    return Runner().check_bytes(path, path.read_bytes()).statistics["instructions"]


def test_constructors_that_make_their_own_kind_end() -> None:
    assert instructions("c18_constructors_in_constructors.py") < 5_000


def test_blocks_that_may_have_replaced_data_are_alike() -> None:
    """Each of six blocks may or may not have made its tables anew: that is not 64 paths."""
    assert instructions("c197_tables_that_grow.py") < 10_000
