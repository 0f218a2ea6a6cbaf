"""What is said of a tensor that is written in place: under torch the program raises, and with the code of the help it runs."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from tests.commands import check_json

PROGRAM = """\
import torch
import torch.nn.functional as F
from torch import nn

net, act = nn.Linear(4, 4), nn.ReLU(inplace=True)
h = torch.sigmoid(net(torch.ones(2, 4)))
{}
h.sum().backward()
"""
OWN = "before line 7: `h = h.clone()`"
VIEW = "rows = h.view(-1); rows[0] = 1"
#: the write, as it is quoted, the help, and the program's line 7 as the help says
WRITES = {
    "h += 1": ("h += 1", "use `h = h + 1` on line 7", "h = h + 1"),
    "h **= 2": ("h **= 2", "use `h = h ** 2` on line 7", "h = h ** 2"),
    "h[0] = 1": ("h[0] = ...", OWN, "h = h.clone(); h[0] = 1"),
    "h[h > 0.5] *= net.bias[0]": ("h[h > 0.5] *= net.bias[0]", OWN, "h = h.clone(); h[h > 0.5] *= net.bias[0]"),
    "h += net.weight[:2]": ("h += net.weight[:2]", OWN, "h = h.clone(); h += net.weight[:2]"),
    "h.clamp_(0, 1)": ("h.clamp_(0, 1)", OWN, "h = h.clone(); h.clamp_(0, 1)"),
    "F.relu(h, inplace=True)": ("F.relu(h, inplace=True)", OWN, "h = h.clone(); F.relu(h, inplace=True)"),
    "act(h)": ("act(h)", OWN, "h = h.clone(); act(h)"),
    VIEW: ("rows[0] = ...", "write the result of line 7 to a new tensor", "rows = h.view(-1).clone(); rows[0] = 1"),
}


@pytest.mark.parametrize("write", WRITES)
def test_advice(write: str, tmp_path: Path) -> None:
    told, cure, cured = WRITES[write]
    (found,) = check_json("--isolated", "-", cwd=tmp_path, stdin=PROGRAM.format(write))
    assert found["message"] == f"`{told}` (line 7) changed `h` in place, which the loss needs for its gradient (line 6)"
    assert found["help"] == cure
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        run(write)
    assert run(cured).isfinite().all()
    assert check_json("--isolated", "-", cwd=tmp_path, stdin=PROGRAM.format(cured)) == []


def run(write: str) -> torch.Tensor:
    """The gradient at the end. Raises what the program raises."""
    names: dict[str, object] = {}
    exec(PROGRAM.format(write), names)
    gradient = names["net"].weight.grad  # type: ignore[attr-defined]
    assert isinstance(gradient, torch.Tensor)
    return gradient
