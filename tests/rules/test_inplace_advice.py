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


#: whole programs: the help, and what it says put in place of what
LATER = {
    "what the same line has saved": (
        "net = nn.Linear(3, 3)\nh = net(torch.ones(2, 3)).sigmoid()\n"
        "loss = h.square().mean() + F.relu(h, inplace=True).mean()\nloss.backward()\n",
        "use `inplace=False` on line 6",
        ("inplace=True", "inplace=False"),
    ),
    "weights that are loaded": (
        "net = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 3))\nstate = net.state_dict()\n"
        "loss = net(torch.ones(2, 3)).square().mean()\nnet.load_state_dict(state)\nloss.backward()\n",
        "call `net.load_state_dict(state)` after `loss.backward()`",
        ("net.load_state_dict(state)\nloss.backward()", "loss.backward()\nnet.load_state_dict(state)"),
    ),
}


@pytest.mark.parametrize(("text", "cure", "change"), LATER.values(), ids=LATER)
def test_the_write_that_need_not_come_before(text: str, cure: str, change: tuple[str, str], tmp_path: Path) -> None:
    program = f"import torch\nimport torch.nn.functional as F\nfrom torch import nn\n{text}"
    (found,) = check_json("--isolated", "-", cwd=tmp_path, stdin=program)
    assert found["help"] == cure
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        exec(program, {})
    cured = program.replace(*change)
    exec(cured, {})
    assert check_json("--isolated", "-", cwd=tmp_path, stdin=cured) == []
