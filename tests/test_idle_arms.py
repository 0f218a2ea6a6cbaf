"""A script that chooses between trainers is followed to the one of the checked file, and to whatever else bears on it."""

from __future__ import annotations

from pathlib import Path

import pytest

from retain_lint.domain.call_verdict import Verdict
from retain_lint.results.model import FileResult
from retain_lint.runner import Runner

LIBRARY = """\
import torch
from torch import nn

class Trainer:
    def __init__(self, net):
        self.net = net

    def train(self, hidden):
        self.net(hidden).square().sum().backward(retain_graph=True)

def make_trainer():
    return Trainer(nn.Linear(3, 3))
"""
SCRIPT = """\
import sys
import library
import torch
from torch import nn
from library import Trainer, make_trainer

class Other:
    def train(self, hidden):
        {other}

def end(hidden):
    hidden.sum().backward()

def main(mode):
    hidden = nn.Linear(3, 3)(torch.rand(2, 3))
{body}

main(sys.argv[1])
"""


def check(tmp_path: Path, body: list[str], other: str = "pass") -> FileResult:
    """What is said of the library, which the script uses in the lines of `main`; `other` is what another trainer does."""
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "library.py").write_text(LIBRARY)
    text = SCRIPT.format(other=other, body="\n".join(f"    {line}" for line in body))
    (tmp_path / "script.py").write_text(text)
    return Runner().check_file(tmp_path / "library.py")


def verdicts(result: FileResult) -> tuple[Verdict, ...]:
    (call,) = result.calls
    return call.verdicts


CHOICE = ["if mode == 'other':", "    Other().train(hidden)", "else:", "    make_trainer().train(hidden)"]


def test_the_other_trainer_costs_nothing(tmp_path: Path) -> None:
    cheap, dear = (check(tmp_path, CHOICE, other) for other in ("pass", "; ".join(["x = hidden + 1"] * 200)))
    assert verdicts(cheap) == verdicts(dear) == (Verdict.UNNECESSARY,)
    assert dear.statistics["instructions"] == cheap.statistics["instructions"]


@pytest.mark.parametrize(
    "body",
    [
        pytest.param([*CHOICE[:1], "    pass", *CHOICE[2:], "    hidden.mean().backward()"], id="after it on its arm"),
        pytest.param([*CHOICE, "hidden.mean().backward()"], id="behind both arms"),
        pytest.param(
            [
                "ends = False",
                "for i in range(2):",
                "    if mode[i] == 'e':",
                "        ends = True",
                "    else:",
                "        hidden = hidden.detach() * nn.Parameter(torch.ones(3))",
                "        make_trainer().train(hidden)",
                "        if ends:",
                "            end(hidden)",
            ],
            id="in the next iteration",
        ),
        pytest.param(
            ["trainer = make_trainer()", "trainer.train(hidden)", *CHOICE[:1], "    end(hidden)"], id="before"
        ),
        pytest.param(
            ["make = [make_trainer]", *CHOICE[:1], "    make[0]().train(hidden)", "    end(hidden)", *CHOICE[2:]],
            id="by another name",
        ),
        pytest.param(
            [*CHOICE[:1], "    getattr(library, 'make_trainer')().train(hidden)", "    end(hidden)", *CHOICE[2:]],
            id="by a text",
        ),
        pytest.param(
            [
                "class Runner:",
                "    def __init__(self):",
                "        self.trainer = make_trainer()",
                "    def __call__(self):",
                "        if mode == 'own':",
                "            self.trainer.train(hidden)",
                "            end(hidden)",
                "        else:",
                "            make_trainer().train(hidden)",
                "Runner()()",
            ],
            id="what an object was given",
        ),
        pytest.param(
            [
                "def choose(trainer):",
                "    if mode == 'given':",
                "        trainer.train(hidden)",
                "        end(hidden)",
                "    else:",
                "        make_trainer().train(hidden)",
                "choose(make_trainer())",
            ],
            id="what a function was given",
        ),
    ],
)
def test_what_needs_the_graph_is_followed(tmp_path: Path, body: list[str]) -> None:
    assert verdicts(check(tmp_path, body)) == (Verdict.NEEDED,)
