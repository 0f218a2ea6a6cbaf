"""What the messages name in whole programs: the line to run again, the module, the optimiser."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.truth.program_files import FOLDER

NETS = """
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, i, o):
        super().__init__()
        self.one, self.two = nn.Linear(i, 4), nn.Linear(4, o)

    def forward(self, x):
        x = torch.tanh(self.one(x))
        return self.two(x)


class Both(nn.Module):
    def __init__(self):
        super().__init__()
        self.maker, self.judge = Net(2, 3), Net(3, 1)

    def forward(self, z):
        return self.judge(self.maker(z))


def update(optimizer, loss):
    optimizer.zero_grad()
    loss.backward(retain_graph=True)
    optimizer.step()


model = Both()
opt_maker = torch.optim.SGD(model.maker.parameters(), lr=0.1)
opt_judge = torch.optim.SGD(model.judge.parameters(), lr=0.1)
"""  # 33 lines

STALE = {
    "in the same function": (
        """
out = model(torch.randn(5, 2))  # 35
opt_judge.zero_grad()
out.mean().backward(retain_graph=True)
opt_judge.step()
(-out).mean().backward()
""",
        "`opt_judge.step()` (line 38) changed weights of `model.judge` in place that the loss was computed with (line 35): "
        "run the forward pass (line 35) after `opt_judge.step()` (line 38)",
    ),
    "by a helper": (
        """
out = model(torch.randn(5, 2))  # 35
update(opt_judge, out.mean())
(-out).mean().backward()
""",
        "`update(opt_judge, out.mean())` (line 36) changed weights in place that the loss was computed with (line 35): "
        "run the forward pass (line 35) after `update(opt_judge, out.mean())` (line 36)",
    ),
    "the forward and the update by one helper": (
        """
def both(z):
    out = model(z)  # 36
    update(opt_judge, out.mean())
    return out


(-both(torch.randn(5, 2))).mean().backward()
""",
        "`update(opt_judge, out.mean())` (line 37) changed weights in place that the loss was computed with (line 36): "
        "run the forward pass (line 36) after `update(opt_judge, out.mean())` (line 37)",
    ),
}
ONE_STORY = {
    "the detach() that keeps wasted gradients out mends what the step has changed": (
        """
import torch
from torch import nn

actor, critic = nn.Linear(3, 2), nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
opt_actor = torch.optim.SGD(actor.parameters(), lr=0.1)
opt_critic = torch.optim.SGD(critic.parameters(), lr=0.1)
for _ in range(2):
    x = torch.randn(5, 3)
    value = critic(x)
    loss = (actor(x) * value).mean()
    opt_critic.zero_grad()
    value.square().mean().backward(retain_graph=True)
    opt_critic.step()
    opt_actor.zero_grad()
    loss.backward()
    opt_actor.step()
""",
        "`opt_critic.step()` (line 14) changed weights of `critic` in place that `loss` was computed with (line 10): "
        "use `value.detach()` on line 11",
        "`loss.backward()` also computes gradients of `critic`, which `opt_critic.zero_grad()` (line 12) discards: "
        "use `value.detach()` on line 11",
    ),
    "no detach() mends what both losses share": (
        """
import torch
from torch import nn

G, D = nn.Linear(2, 3), nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
opt_g = torch.optim.SGD(G.parameters(), lr=0.1)
opt_d = torch.optim.SGD(D.parameters(), lr=0.1)
for _ in range(2):
    score = D(G(torch.randn(5, 2)))
    d_loss, g_loss = score.mean(), -score.mean()
    opt_d.zero_grad()
    d_loss.backward(retain_graph=True)
    opt_d.step()
    opt_g.zero_grad()
    g_loss.backward()
    opt_g.step()
""",
        "`opt_d.step()` (line 13) changed weights of `D` in place that `g_loss` was computed with (line 9): "
        "run the forward pass (line 9) after `opt_d.step()` (line 13)",
    ),
}
WASTED = {
    "the module that the cited call clears, not one that nobody trains": (
        """
import torch
from torch import nn

R = nn.Linear(3, 3)
G = nn.Linear(2, 3)
D = nn.Linear(3, 1)
opt_g = torch.optim.SGD(G.parameters(), lr=0.1)
opt_d = torch.optim.SGD(D.parameters(), lr=0.1)
for _ in range(3):
    fake = R(G(torch.randn(5, 2)))
    opt_d.zero_grad()
    D(fake).mean().backward()
    opt_d.step()
    opt_g.zero_grad()
    (-D(G(torch.randn(5, 2)))).mean().backward()
    opt_g.step()
""",
        "`D(fake).mean().backward()` also computes gradients of `G`, which `opt_g.zero_grad()` (line 15) discards: "
        "use `R(G(torch.randn(5, 2))).detach()` on line 11",
    ),
}
ENTERED_AGAIN = {
    "a detach() in the body of a network would keep out what the second loss trains": (
        (FOLDER / "c471_freed_by_a_network_with_a_body.py").read_text(encoding="utf-8"),
        "`(-D(fake)).mean().backward()` also computes gradients of `G`, which `opt_g.zero_grad()` (line 28) discards: "
        "use `D(fake.detach())` on line 26",
        "`D(fake).mean().backward()` goes through the graph of `fake` (line 25) a second time; line 26 freed it: "
        "use `D(fake.detach())` on line 26",
    ),
    "an update that comes between the two calls in another iteration": (
        """
import torch
from torch import nn

body, one, two = nn.Sequential(nn.Linear(3, 4), nn.Tanh()), nn.Linear(4, 1), nn.Linear(4, 1)
optimizer = torch.optim.SGD([*body.parameters(), *one.parameters(), *two.parameters()], lr=0.1)
for number in range(2):
    optimizer.zero_grad()
    h = body(torch.randn(5, 3))
    loss = one(h).mean()
    loss.backward()
    if number == 1:
        optimizer.step()
    other = two(h).mean()
    other.backward()
    optimizer.step()
""",
        "`other.backward()` goes through the graph of `h` (line 9) a second time; `loss.backward()` (line 11) freed it: "
        "compute `h` (line 9) again after `optimizer.step()` (line 13)",
    ),
    "a slice of the weights lies below what was kept": (
        """
import functools

import torch

table = torch.nn.Parameter(torch.randn(4, 3))
optimizer = torch.optim.SGD([table], lr=0.1)


@functools.lru_cache(maxsize=None)
def rows(count):
    return torch.tanh(table[:count])  # 12


for step in range(3):
    loss = rows(4).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
""",
        "`rows(4)` still carries the graph of the previous iteration, which is freed: run line 12 again in each iteration",
    ),
    "a call that does not always run is no addend": (
        """
import torch
from torch import nn

net = nn.Sequential(nn.Linear(4, 8), nn.Tanh())
for penalise in (True, False):
    out = net(torch.randn(5, 4))
    loss, penalty = out.square().mean(), out.abs().mean()
    loss.backward()
    if penalise:
        penalty.backward()
""",
        "`penalty.backward()` goes through the graph of `out` (line 7) a second time; `loss.backward()` (line 9) freed it: "
        "pass `retain_graph=True` to `loss.backward()` on line 9",
    ),
    "autograd.grad has no losses to sum": (
        """
import torch
from torch import nn


def slope(net, x):
    return torch.autograd.grad(x, list(net.parameters()))  # 7


net = nn.Linear(2, 1)
out = net(torch.randn(5, 2)).square().mean()
slope(net, out)
slope(net, out)
""",
        "`torch.autograd.grad(...)` goes through the graph of `net(...).square()` (line 11) a second time; line 12 freed it: "
        "pass `retain_graph=True` in all calls but the last",
    ),
}
IN_CONTAINERS = """
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, i, o):
        super().__init__()
        self.one, self.two = nn.Linear(i, 4), nn.Linear(4, o)

    def forward(self, x):
        return self.two(torch.tanh(self.one(x)))


%s
opt_g = torch.optim.SGD(nets[%s].parameters(), lr=0.1)
opt_d = torch.optim.SGD(nets[%s].parameters(), lr=0.1)
for _ in range(3):
    out = nets[%s](torch.randn(5, 2))
    opt_d.zero_grad()
    nets[%s](out).mean().backward()
    opt_d.step()
    opt_g.zero_grad()
    (-nets[%s](nets[%s](torch.randn(5, 2)))).mean().backward()
    opt_g.step()
"""


def _in_container(filled: str, g: str, d: str, called: str) -> tuple[str, str]:
    line = IN_CONTAINERS[: IN_CONTAINERS.index("%s")].count("\n") + filled.count("\n")
    message = (
        f"`nets[{d}](out).mean().backward()` also computes gradients of `{called}`, which `opt_g.zero_grad()` "
        f"(line {line + 9}) discards: use `nets[{g}](torch.randn(5, 2)).detach()` on line {line + 5}"
    )
    return IN_CONTAINERS % (filled, g, d, g, d, d, g), message


CONTAINERS = {
    "in a dictionary": _in_container('nets = {"G": Net(2, 3), "D": Net(3, 1)}', '"G"', '"D"', "nets['G']"),
    "put into a dictionary": _in_container(
        'nets = {}\nnets["G"] = Net(2, 3)\nnets["D"] = Net(3, 1)', '"G"', '"D"', "nets['G']"
    ),
    "in a list": _in_container("nets = [nn.Linear(2, 3), nn.Linear(3, 1)]", "0", "1", "nets[0]"),
    "appended": _in_container("nets = []\nnets.append(Net(2, 3))\nnets.append(Net(3, 1))", "0", "1", "nets[0]"),
    "made in a comprehension": _in_container("nets = [Net(i, o) for i, o in ((2, 3), (3, 1))]", "0", "1", "nets[0]"),
    "with a name of its own": _in_container("G, D = Net(2, 3), Net(3, 1)\nnets = [G, D]", "0", "1", "G"),
}
ALIASED = {
    "a name for what is only read does not rename it": (
        """
import torch
from torch import nn


class Model:
    def __init__(self):
        self.gen, self.dis = nn.Linear(2, 3), nn.Linear(3, 1)
        self.opt_g = torch.optim.SGD(self.gen.parameters(), lr=0.1)
        self.opt_d = torch.optim.SGD(self.dis.parameters(), lr=0.1)
        for name in ("gen", "dis"):
            net = getattr(self, name)
            print(net)

    def train(self):
        module = self.gen
        module.train()
        out = self.gen(torch.randn(5, 2))
        self.opt_d.zero_grad()
        self.dis(out).mean().backward()  # 20
        self.opt_d.step()
        self.opt_g.zero_grad()
        (-self.dis(self.gen(torch.randn(5, 2)))).mean().backward()
        self.opt_g.step()


model = Model()
for _ in range(3):
    model.train()
""",
        "`self.dis(out).mean().backward()` also computes gradients of `self.gen`, which line 22 discards: "
        "use `self.gen(torch.randn(5, 2)).detach()` on line 18",
    ),
}
PROGRAMS: dict[str, tuple[str, ...]] = {
    **{name: (NETS + code, message) for name, (code, message) in STALE.items()},
    **WASTED,
    **CONTAINERS,
    **ENTERED_AGAIN,
    **ALIASED,
    **ONE_STORY,
}


@pytest.fixture(scope="module")
def messages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    folder = tmp_path_factory.mktemp("advice")
    names = {f"program_{number}": name for number, name in enumerate(PROGRAMS)}
    for stem, name in names.items():
        (folder / f"{stem}.py").write_text(PROGRAMS[name][0], encoding="utf-8")
    options = ["check", "--output-format", "json", "--select", "RTG101,RTG102,RTG103,RTG301"]
    options += ["--min-confidence", "conditional", "--isolated", str(folder)]
    run = subprocess.run([sys.executable, "-m", "retain_lint", *options], capture_output=True, text=True)
    found: dict[str, list[str]] = {name: [] for name in PROGRAMS}
    for entry in json.loads(run.stdout):
        found[names[Path(entry["filename"]).stem]].append(f"{entry['message']}: {entry['help']}")
    return found


@pytest.mark.parametrize("name", PROGRAMS)
def test_message(name: str, messages: dict[str, list[str]]) -> None:
    assert messages[name] == list(PROGRAMS[name][1:])
