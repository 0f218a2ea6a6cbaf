"""Data that is drawn, shuffled or sorted, or left of a list when one of its items is gone: no item is taken for the first one."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from retain_lint.frontend.text import read_source
from retain_lint.runner import Runner

_PROGRAM = """
import random
from collections import deque
import torch
from torch import nn

net = nn.Linear(4, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(40):
    optimizer.zero_grad()
    loss = net(torch.randn(2, 4)).square().mean()
    loss.backward({flag})
{choice}
    if again:
        loss.backward()
    optimizer.step()
"""
_CHOICES = [
    "name, again = random.choice([('once', False), ('twice', True)])",
    "again = random.sample([(0, False), (1, True)], 1)[0][1]",
    "first, second = random.sample([(0, False), (1, True)], 2); again = second[1] and not first[1]",
    "flags = [False, True]; random.shuffle(flags); again = flags[0]",
    "rows = [(0, False), (1, True)]; random.shuffle(rows); again = rows[1][1] and not rows[0][1]",
    "order = list(range(2)); random.shuffle(order); again = [False, True][order[0]]",
    "flags = [False, True]; flags.pop(random.randrange(2)); again = flags[0]",
    "flags = [False, True]; del flags[random.randrange(2)]; again = flags[0]",
    "rows = sorted([(1, False), (0, True)]); again = rows[0][1]",
    "again = sorted([True, False])[1]",
    "again = sorted([True, False], key=lambda flag: flag)[1]",
    "again = sorted([False, True], reverse=True)[0]",
    "flags = [True, False]; flags.sort(); again = flags[1]",
    "again = {1: (0, False), 2: (0, True)}[random.choice([1, 2])][1]",
]


@pytest.mark.parametrize("choice", _CHOICES)
def test_a_retain_that_some_order_needs_is_not_reported(choice: str) -> None:
    retained, dropped = _write(choice, "retain_graph=True"), _write(choice, "")
    random.seed(0)
    exec(compile(retained, "<retained>", "exec"), {})
    with pytest.raises(RuntimeError, match="backward through the graph a second time"):
        exec(compile(dropped, "<dropped>", "exec"), {})
    assert _find(retained) == []


def test_sorted_constants_are_known() -> None:
    again = "again = sorted([True, False])[0] or sorted(['b', 'a'])[0] == 'b' or sorted([2, 3, 1], reverse=True)[0] < 3"
    exec(compile(_write(again, ""), "<dropped>", "exec"), {})
    assert _find(_write(again, "retain_graph=True")) == ["RTG201"]


def _write(choice: str, flag: str) -> str:
    return _PROGRAM.format(flag=flag, choice="    " + choice)


def _find(program: str) -> list[str]:
    found = Runner().check_source(read_source(Path("/nowhere/program.py"), program.encode()))
    return [one.diagnostic.code for one in found.reported]
