"""Which files of a project call a function, if none of them sends anything backward."""

from __future__ import annotations

from pathlib import Path

import pytest

from retain_lint.domain.call_verdict import Verdict
from retain_lint.project import caller_search
from retain_lint.project.caller_search import find_callers
from retain_lint.project.files import Files, SearchKind
from retain_lint.runner import Runner
from tests.test_importers import lay_out

LIBRARY = "class Model:\n    def improve(self, batch):\n        self.find_loss(batch).backward()\n"
USER = "def log(model, batch):\n    print(model.improve(batch))\n"
ENGINES = [
    "model.improve(batch).backward()\n",
    "loss = model.improve(batch)\ngetattr(loss, 'backward')()\n",
    "accelerator.manual_backward(model.improve(batch))\n",
    "torch.autograd.grad(model.improve(batch), weights)\n",
    "import torch.autograd as ag\nag.grad(model.improve(batch), weights)\n",
    "from torch.autograd import grad\ngrad(model.improve(batch), weights)\n",
    "from engine import (\n    grad,\n)\ngrad(model.improve(batch), weights)\n",
]


@pytest.fixture
def top(tmp_path: Path) -> Path:
    """A project of its own."""
    (tmp_path / "pyproject.toml").touch()
    lay_out(tmp_path, lib=LIBRARY)
    return tmp_path


def found(top: Path, kind: SearchKind = SearchKind.CALLERS) -> list[str]:
    return [file.name for file in find_callers(top / "lib.py", "improve", Files(), kind)]


def test_a_file_that_names_the_function_calls_it(top: Path) -> None:
    lay_out(top, main=USER, other="improved = 1\n")
    assert found(top) == found(top, SearchKind.LAST_CALLERS) == ["main.py"]


def test_a_definition_of_that_name_is_no_call(top: Path) -> None:
    lay_out(top, base="class Base:\n    def improve(self, batch):\n        raise NotImplementedError\n")
    assert found(top) == []
    lay_out(top, base="class Base:\n    async def improve(self):\n        return await super().improve()\n")
    assert found(top) == ["base.py"]


IMPORTS = [
    "from lib import improve\n",
    "from lib import other, \\\n    improve\n",
    "from lib import (\n    improve,\n)\n",
]


@pytest.mark.parametrize("text", IMPORTS)
def test_an_import_is_no_call(top: Path, text: str) -> None:
    lay_out(top, main=text)
    assert found(top) == []
    lay_out(top, main=text + "chosen = improve\n")
    assert found(top) == ["main.py"]


def test_a_package_that_offers_it_does_not_call_it(top: Path) -> None:
    (top / "__init__.py").write_text("from .lib import improve\n\n__all__ = ['improve']\n")
    assert found(top) == []


@pytest.mark.parametrize("engine", ENGINES)
def test_where_a_caller_runs_the_engine_there_is_none(top: Path, engine: str) -> None:
    lay_out(top, main=USER, other=engine)
    assert found(top) == []


@pytest.mark.parametrize("text", ["# backward and grad\n", "with torch.no_grad():\n    pass\n", "x = w.grad\n"])
def test_a_caller_may_speak_of_the_engine(top: Path, text: str) -> None:
    lay_out(top, main=USER + text)
    assert found(top) == ["main.py"]


def test_another_definition_may_run_the_engine(top: Path) -> None:
    lay_out(top, main=USER, other=LIBRARY)
    assert found(top) == found(top, SearchKind.LAST_CALLERS) == ["main.py"]


def test_the_last_callers_name_no_function_that_runs_the_engine(top: Path) -> None:
    lay_out(top, main=USER + "\n\npenalise(1)\n")
    lay_out(top, penalty="def other():\n    pass\n\n\ndef penalise(x):\n    x.backward()\n")
    assert found(top) == ["main.py"]
    assert found(top, SearchKind.LAST_CALLERS) == []
    lay_out(top, main=USER + "\n\nother()\n")
    assert found(top, SearchKind.LAST_CALLERS) == ["main.py"]


def test_of_a_project_that_is_seen_in_part_nothing_is_known(top: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lay_out(top, main=USER)
    monkeypatch.setattr("retain_lint.project.importer_search.MAX_FILES", 2)
    monkeypatch.setattr(caller_search, "MAX_FILES", 2)
    assert found(top) == []


STEP = """import torch
from torch import nn
from LIBRARY.engine import Engine


class Trainer:
    def __init__(self, net):
        self.net, self.engine = net, Engine(self.train)

    def train(self, engine, batch):
        score = self.net(batch)
        loss = score.pow(2).mean()
        loss.backward(retain_graph=True)
        return score, loss
"""


@pytest.mark.parametrize(("library", "verdict"), [("ignite", Verdict.UNNECESSARY), ("other", Verdict.UNDECIDED)])
def test_what_a_step_gives_to_ignite_is_not_sent_backward(tmp_path: Path, library: str, verdict: Verdict) -> None:
    (tmp_path / "step.py").write_text(STEP.replace("LIBRARY", library))
    assert [call.verdicts for call in Runner().check_file(tmp_path / "step.py").calls] == [(verdict,)]
