"""An opaque object of statistics, by its class or its name, is given what holds the loss, by a method called `Update...`: it
runs no engine. One that is an updater may."""

import sys
import types

import torch
from torch import nn

LIBRARY = types.ModuleType("figures")
exec(
    """
class TrainingStats:
    def UpdateIterStats(self, out):
        print(out["total"].item())

class Updater:
    def UpdateAll(self, out):
        out["total"].backward()
""",
    LIBRARY.__dict__,
)
sys.modules["figures"] = LIBRARY

from figures import TrainingStats, Updater  # noqa: E402


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(2, 2)

    def forward(self, x):
        return {"total": self.body(x).square().mean()}


def train(batches):
    net, watched = Net(), TrainingStats()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for batch in batches:
        out = net(batch)
        optimizer.zero_grad()
        out["total"].backward(retain_graph=True)  # expect: RTG201
        watched.UpdateIterStats(out)
        optimizer.step()


def train_otherwise(batches):
    net, updater = Net(), Updater()
    for batch in batches:
        out = net(batch)
        out["total"].backward(retain_graph=True)
        updater.UpdateAll(out)


train(torch.randn(3, 4, 2))
train_otherwise(torch.randn(3, 4, 2))
