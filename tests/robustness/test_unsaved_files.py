"""Texts that an editor or a pipe gives under the name of a file that is not on disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from retain_lint.runner import Runner
from tests.commands import run_lint

OFFERED = """\
from . import other
from .other import net


def train(loss):
    loss.backward(retain_graph=True)
"""


@pytest.mark.parametrize("name", ["package/__init__.py", "__init__.py", "package/inside/__init__.py", "new/module.py"])
@pytest.mark.parametrize("there", [True, False], ids=["beside other files", "alone"])
def test_a_name_that_is_not_on_disk(tmp_path: Path, name: str, there: bool) -> None:
    if there:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).with_name("other.py").write_text("import torch\nnet = torch.nn.Linear(2, 2)\n")
    for path in (tmp_path / name, Path(name)):
        assert Runner().check_file(path, OFFERED.encode()).errors == ()
    run = run_lint("check", "-", "--stdin-filename", name, cwd=tmp_path, stdin=OFFERED)
    assert run.returncode == 0, run.stderr
