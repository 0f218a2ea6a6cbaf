"""The command that asks another torch: what differs is told, and what does not is not."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import torch

from retain_lint.torch_api.ops_generated import OPS
from tools import torch_facts

ROOT = Path(__file__).parents[2]
DIFFERING = """\
import torch

def test_names():
    assert torch.an_operation_of_tomorrow(1)

def test_outcomes():
    assert {"x": torch.ones(1).requires_grad} == {"x": True}

def test_agreement():
    assert torch.ones(1).is_leaf
"""


def run(*facts: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tools.torch_facts", *facts]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


def test_this_torch_differs_in_nothing() -> None:
    done = run("tests/torch_api/test_distributions.py")
    assert done.returncode == 0, done.stdout
    assert f"torch {torch.__version__}: " in done.stdout and f"{len(OPS)} rows generated" in done.stdout
    assert done.stdout.count(": 0\n") == 3


def test_differences_are_told(tmp_path: Path) -> None:
    file, broken = tmp_path / "test_differing.py", tmp_path / "test_broken.py"
    file.write_text(DIFFERING, encoding="utf-8")
    broken.write_text("from torch import a_name_of_tomorrow\n", encoding="utf-8")
    done = run(str(file), str(broken))
    assert done.returncode == 1 and ": 3 facts checked" in done.stdout
    assert "Rows that differ: 0" in done.stdout
    assert "Names that this torch lacks: 2" in done.stdout and "an_operation_of_tomorrow" in done.stdout
    assert "cannot import name 'a_name_of_tomorrow'" in done.stdout
    assert "Other outcomes: 1" in done.stdout and "test_outcomes: AssertionError" in done.stdout


def test_no_fact_is_no_agreement(tmp_path: Path) -> None:
    assert run(str(tmp_path / "absent.py")).returncode == 1


def test_rows() -> None:
    ours = {"kept": ("self", "", "f"), "gone": ("self", "", "f"), "other": ("self dim", "self", "fm")}
    theirs = {"kept": ("self", "", "f"), "added": ("self", "", "f"), "other": ("self dim", "", "fm")}
    assert list(torch_facts.compare_tables(ours, theirs)) == [
        "added: new",
        "gone: gone, or no row can be made of it",
        "other: (self, dim) saves self [fm] -> (self, dim) saves nothing [fm]",
    ]


def test_the_facts_exist() -> None:
    assert all((ROOT / fact).is_file() for fact in torch_facts.FACTS)
