"""Which functions of a file are driven first: those that its own code hands on, before the helpers that these call."""

from __future__ import annotations

from pathlib import Path

from retain_lint.domain.call_verdict import Verdict
from retain_lint.runner import Runner

PROGRAM = """
import fire
import torch
from torch import nn


class Meter:
    def __init__(self):
        self.last, self.total = torch.zeros(1), torch.zeros(1)

    def update(self, value):
        self.last.copy_(value)
        self.total.add_(self.last)


def run_epoch(net, optimizer, train=True):
    meter = Meter()
    net.train()
    for _ in range(2):
        loss = net(torch.randn(4, 2)).square().mean()
        if train:
            optimizer.zero_grad()
            loss.backward(retain_graph=True)
            optimizer.step()
        meter.update(loss)
    return meter.total / 2


def train(epochs=2):
    net = nn.Linear(2, 1)
    optimizer = torch.optim.SGD(net.parameters(), 0.1)
    for _ in range(epochs):
        print(run_epoch(net, optimizer).item())


if __name__ == "__main__":
    fire.Fire(train)
"""


def test_what_is_handed_to_a_launcher_comes_before_its_helpers(tmp_path: Path) -> None:
    path = tmp_path / "train.py"
    path.write_text(PROGRAM)
    assert [call.verdicts for call in Runner().check_file(path).calls] == [(Verdict.UNNECESSARY,)]
