"""Branches that change nothing for a graph do not multiply the paths, so that a script costs what its statements cost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from retain_lint.runner import Runner

SCRIPT = """\
import torch
from torch import nn

model = nn.Sequential(nn.Linear(2, 2), nn.Tanh(), nn.Linear(2, 1))
others = [nn.Linear(2, 1) for _ in range(8)]
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for batch in torch.load("batches.pt"):
    loss = (model(batch) - 1).pow(2)
{branches}
    loss = loss.mean()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)
    optimizer.step()
"""


def repeat(statements: str) -> Callable[[int], str]:
    """The statements so many times, `N` standing for the number."""
    return lambda count: "\n".join(statements.replace("N", str(number)) for number in range(count))


def show(count: int) -> str:
    """So many choices in one text."""
    shown = " ".join(f"{{batch[{n}].item() if batch.size({n}) else 'none'}}" for n in range(count))
    return f'    print(f"{shown}")'


BRANCHES = {
    "a loss is summed up": repeat("""\
    extra = (model(batch) - N).pow(2)
    while len(extra.shape) > 1:
        extra = extra.sum(-1)
    loss = loss + extra.sum()"""),
    "it is reduced one way or another": repeat("""\
    extra = (model(batch) - N).pow(2)
    extra = extra.mean() if batch.size(N) else extra.sum().view(1)
    loss = loss + extra.sum()"""),
    "parameters are written that no graph has saved": repeat("""\
    if batch.size(N) > 3:
        for name, parameter in others[N].named_parameters():
            if "bias" in name:
                nn.init.constant_(parameter, 0.0)"""),
    "an optimiser is of one kind or another": repeat("""\
    if batch.size(N) > 3:
        others.append(torch.optim.Adam(others[N].parameters()))
    else:
        others.append(torch.optim.SGD(others[N].parameters(), lr=0.1))"""),
    "parameters are chosen by their names": repeat("""\
    for name, parameter in model.named_parameters():
        if name in batch.names[N]:
            loss = loss + parameter.square().sum()"""),
    "a number is shown, or a word": show,
}


@pytest.mark.parametrize("branch", BRANCHES.values(), ids=BRANCHES)
def test_branches_do_not_multiply_the_paths(branch: Callable[[int], str], tmp_path: Path) -> None:
    texts = [SCRIPT.format(branches=branch(count)) for count in (2, 8)]
    few, many = (Runner().check_bytes(tmp_path / "a.py", text.encode()) for text in texts)
    assert [found.diagnostic.code for found in few.reported] == ["RTG201"] == [f.diagnostic.code for f in many.reported]
    assert many.statistics["instructions"] < 4 * few.statistics["instructions"]
    assert "disjuncts budget cuts" not in many.statistics


def test_a_shown_choice_of_words_is_known(tmp_path: Path) -> None:
    """By such names attributes are found."""
    text = SCRIPT.format(branches="    loss = loss + getattr(torch, f\"{'abs' if len(batch) else 'exp'}\")(loss)")
    found = Runner().check_bytes(tmp_path / "a.py", text.encode())
    assert [each.diagnostic.code for each in found.reported] == ["RTG201"]
