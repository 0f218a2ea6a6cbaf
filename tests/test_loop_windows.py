"""Loops that gather steps in a list are followed one iteration after the other; others are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from retain_lint.runner import Runner

PROGRAM = """\
import torch
from torch import nn

net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
losses = []
for batch in torch.utils.data.DataLoader(torch.rand(12, 2, 3), batch_size=None):
    if {test}:
        batch = batch * 2
    optimizer.zero_grad()
    loss = net(batch).square().mean()
    loss.backward(retain_graph=True)
    optimizer.step()
    losses.append(loss.item())
"""


def _count(path: Path, test: str) -> int:
    path.write_text(PROGRAM.format(test=test))
    return Runner().check_file(path).statistics["instructions"]


def test_a_list_of_so_many_steps_is_gathered(tmp_path: Path) -> None:
    assert _count(tmp_path / "list.py", "len(losses) == 5") > 1.5 * _count(tmp_path / "flag.py", "batch is None")


@pytest.mark.parametrize("measured", ["batch.size()", "batch.shape"])
def test_the_dimensions_of_a_batch_are_no_steps(tmp_path: Path, measured: str) -> None:
    assert _count(tmp_path / "size.py", f"len({measured}) == 5") < 1.5 * _count(tmp_path / "flag.py", "batch.sum() > 5")
