"""A loop that does no more than to set the flags of parameters costs little, however many these are."""

from __future__ import annotations

from pathlib import Path

from retain_lint.runner import Runner

PROGRAM = """\
import torch
from torch import nn

net = nn.Sequential({layers})
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    for p in net.parameters():
        {statement}
    optimizer.zero_grad()
    net(torch.rand(2, 3)).sum().backward()
    optimizer.step()
"""


def _count(path: Path, statement: str) -> int:
    path.write_text(PROGRAM.format(layers=12 * "nn.Linear(3, 3), ", statement=statement))
    return Runner().check_file(path).statistics["instructions"]


def test_flags_of_many_parameters(tmp_path: Path) -> None:
    general = _count(tmp_path / "gradients.py", "p.grad = None")
    assert _count(tmp_path / "flags.py", "p.requires_grad = True") < 0.6 * general
