"""What a budget ends is not known: nothing is said that the rest of a run could refute."""

from __future__ import annotations

from pathlib import Path

import pytest

from retain_lint.interpreter.context import budget
from retain_lint.runner import Runner

LIBRARY = """\
import torch
from torch import nn

class Model:
    def __init__(self):
        self.net = nn.Linear(3, 3)

    def update(self, hidden):
        self.net(hidden).square().sum().backward(retain_graph=True)
"""
SCRIPT = """\
import torch
from torch import nn
from library import Model

{settings}
encoder, model = nn.Linear(3, 3), Model()
hidden = encoder(torch.rand(2, 3))
for _ in range(3):
    model.update(hidden)
"""


def codes(library: Path) -> set[str]:
    """What is found in the library."""
    result = Runner().check_bytes(library, library.read_bytes())
    assert result.errors == ()
    return {reported.diagnostic.code for reported in result.reported}


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """A project's library, and the script that uses it."""
    (tmp_path / "pyproject.toml").touch()
    settings = "\n".join(f"setting_{number} = {number}" for number in range(100))
    (tmp_path / "main.py").write_text(SCRIPT.format(settings=settings))
    (tmp_path / "library.py").write_text(LIBRARY)
    return tmp_path / "library.py"


def test_a_retain_that_nobody_else_is_seen_to_need(library: Path) -> None:
    (library.parent / "main.py").unlink()
    assert codes(library) == {"RTG201"}


def test_a_retain_that_the_script_needs(library: Path) -> None:
    assert codes(library) == set()


def test_a_script_that_the_budget_ends_may_need_the_retain(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for bound in ("MAX_STEPS", "MIN_STEPS"):
        monkeypatch.setattr(budget, bound, 80)
    assert codes(library) == set()
