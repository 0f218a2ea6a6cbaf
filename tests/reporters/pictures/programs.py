"""Programs to draw, which run under torch, and their pictures."""

from __future__ import annotations

from pathlib import Path

from retain_lint.domain.picture import Picture
from retain_lint.frontend.text import SourceText
from retain_lint.runner import Runner

GAN = """\
import torch

G = torch.nn.Linear(2, 3)
D = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.Linear(4, 1))
opt_g = torch.optim.SGD(G.parameters(), lr=0.1)
opt_d = torch.optim.SGD(D.parameters(), lr=0.1)
for _ in range(2):
    opt_d.zero_grad()
    fake = G(torch.ones(5, 2))
    loss_d = D(torch.ones(5, 3)).pow(2).mean() + D(fake).mean()
    loss_d.backward(retain_graph=True)
    opt_d.step()
    opt_g.zero_grad()
    loss_g = -D(fake).mean() if D is None else fake.pow(2).mean()
    loss_g.backward()
    opt_g.step()
"""

RECURRENT = """\
import torch

class Cell(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = torch.nn.Linear(4, 3)

    def forward(self, x, hidden):
        return torch.tanh(self.inner(torch.cat([x, hidden], dim=-1)))

def train(cell, optimizer, batches):
    hidden = torch.zeros(2, 3)
    for x in batches:
        hidden = cell(x, hidden)
        loss = hidden.pow(2).mean()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)

cell = Cell()
train(cell, torch.optim.SGD(cell.parameters(), lr=0.1), [torch.ones(2, 1)] * 3)
"""

HELPER = """\
import torch

net = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)

def update(loss):
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

class Trainer:
    def fit(self, x):
        self.out = net(x)
        first, second = self.out.mean(), self.out.pow(2).mean()
        update(first + second)
        second.detach().requires_grad_().backward()

Trainer().fit(torch.ones(3, 2))
"""

UNCALLED = """\
import torch


def penalise(real, image):
    return torch.autograd.grad(real.sum(), image)


def regularise(fake):
    path = fake.pow(2).sum()
    path.backward()
"""

STRAY = """\
import torch
from elsewhere import log, table

net = torch.nn.Linear(2, 1)


def train(x: torch.Tensor):
    net(x).mean().backward()
    log(table(x, net), net)
"""


def draw(program: str, path: str = "program.py") -> tuple[Picture, ...]:
    """The pictures of a program."""
    return Runner(pictures=True).check_source(SourceText(str(Path(path).absolute()), program)).pictures


def draw_one(program: str, function: str = "") -> Picture:
    """The picture of one function."""
    (picture,) = (picture for picture in draw(program) if picture.function == function)
    return picture
