"""What it costs to construct networks: a factory is not run again for each of them, and constructors leave a share of the budget."""

from __future__ import annotations

from pathlib import Path

import pytest

from retain_lint.domain.call_verdict import Verdict
from retain_lint.interpreter.calls import costly_networks
from retain_lint.interpreter.context import budget
from retain_lint.runner import Runner

PROGRAMS = Path(__file__).parent / "truth" / "programs"
PROGRAM = (PROGRAMS / "c602_networks_that_cost_much_to_construct.py").read_text()
MORE = "            self.features = define(options, options.size)\n"


GIVEN = """
import torch
from functools import partial
from torch import nn

class Keeper(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)

    def forward(self, x):
        self.kept = self.layer(x).exp()
        return self.kept

class Wrapped(nn.Module):
    def __init__(self, make):
        super().__init__()
        self.part = make()

    def forward(self, x):
        return self.part(x)

def pick(net):
    return net

keeper = Keeper()
loss = Wrapped(partial(pick, net=keeper))(torch.ones(1, 2)).sum()
loss.backward(retain_graph=True)
keeper.kept.sum().backward()
"""

TRAINING = """
import torch
from torch import nn

class Learner(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)

    def learn(self, x):
        self.kept = self.layer(x).exp()
        self.kept.sum().backward(retain_graph=True)

class Other(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)

other, learner = Other(), Learner()
learner.learn(torch.ones(1, 2))
learner.kept.mean().backward()
"""

REMEMBERING = """
import torch
from torch import nn

class Memory(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)
        self.kept = torch.zeros(1, 2)

    def forward(self, x):
        self.kept = self.layer(x).exp() + self.kept
        return self.kept

class Bounded(Memory):
    def forward(self, x):
        return super().forward(x).tanh()

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.memory = Bounded()

    def forward(self, x):
        return self.memory(x)

net = Net()
for _ in range(3):
    net(torch.ones(1, 2)).sum().backward(retain_graph=True)
"""


def _count(tmp_path: Path, text: str) -> int:
    path = tmp_path / "train.py"
    path.write_text(text)
    result = Runner().check_file(path)
    assert [call.verdicts for call in result.calls] == [(Verdict.UNNECESSARY,)]
    return result.statistics["instructions"]


def test_a_factory_is_not_run_for_each_network(tmp_path: Path) -> None:
    assert _count(tmp_path, PROGRAM.replace(MORE, 10 * MORE)) < 1.2 * _count(tmp_path, PROGRAM)


def test_constructors_leave_a_share_of_the_budget(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = _count(tmp_path, PROGRAM)
    monkeypatch.setattr(budget, "CONSTRUCTION_SHARE", 0.001)
    assert _count(tmp_path, PROGRAM) < 0.75 * whole


@pytest.mark.parametrize("text", [GIVEN, TRAINING], ids=["by keyword", "training"])
def test_a_network_that_is_a_part_or_trains_is_made(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "CONSTRUCTION_SHARE", 0)
    path = tmp_path / "train.py"
    path.write_text(text)
    assert [call.verdicts for call in Runner().check_file(path).calls] == [(Verdict.NEEDED,), (Verdict.FINE,)]


def test_a_part_of_an_opaque_network_may_remember(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    exec(REMEMBERING, {})
    with pytest.raises(RuntimeError, match="second time"):
        exec(REMEMBERING.replace("retain_graph=True", ""), {})
    monkeypatch.setattr(budget, "CONSTRUCTION_SHARE", -1)
    path = tmp_path / "train.py"
    path.write_text(REMEMBERING)
    assert [call.verdicts for call in Runner().check_file(path).calls] == [(Verdict.UNDECIDED,)]


def test_paths_share_what_one_of_them_has_constructed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (PROGRAMS / "c609_network_of_paths_that_options_split.py").read_text()
    shared = _count(tmp_path, text)
    monkeypatch.setattr(costly_networks, "replay", lambda m, state, cls, request, run: run())
    assert _count(tmp_path, text) > 1.2 * shared
