"""What an analysis costs, in instructions: the same on every machine."""

from __future__ import annotations

from pathlib import Path

from retain_lint.frontend.lower import lower_module
from retain_lint.frontend.text import read_source
from retain_lint.interpreter.entry import analyse
from retain_lint.project import LoadedModule, Project
from tests.truth.program_files import FOLDER


def count_instructions(path: Path) -> int:
    source = read_source(path, path.read_bytes())
    loaded = LoadedModule(lower_module(source, path.stem), source)
    return analyse(loaded, Project(path.parent)).statistics.steps


def test_constructors_that_make_their_own_kind_end() -> None:
    assert count_instructions(FOLDER / "c18_constructors_in_constructors.py") < 5_000
