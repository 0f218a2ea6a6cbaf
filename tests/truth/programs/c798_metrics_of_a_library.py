"""The metrics of a library, of a class that hangs on an option, are updated and asked: they differentiate nothing. (The
library is set up here, in opaque code.)"""

import sys
import types

import torch
from torch import nn

LIBRARY = types.ModuleType("torchmetrics")
exec(
    """
from torch import nn

class Error(nn.Module):
    def __init__(self, power=2):
        super().__init__()
        self.power, self.preds, self.targets = power, [], []

    def update(self, preds, target):
        self.preds.append(preds)
        self.targets.append(target)

    def compute(self):
        pairs = zip(self.preds, self.targets)
        return sum((a - b).abs().pow(self.power).mean() for a, b in pairs)

    def reset(self):
        self.preds, self.targets = [], []

class AbsoluteError(Error):
    pass
""",
    LIBRARY.__dict__,
)
sys.modules["torchmetrics"] = LIBRARY

from torchmetrics import AbsoluteError, Error  # noqa: E402


class Figures:
    def __init__(self, squared, device):
        self.loss_fn = nn.MSELoss()
        self.error_fn = Error().to(device) if squared else AbsoluteError(1).to(device)

    def compute_loss(self, preds, target):
        self.error_fn.update(preds, target)
        return self.loss_fn(preds, target)

    def report(self):
        print(self.error_fn.compute().item())
        self.error_fn.reset()


def train(net, batches, squared):
    figures = Figures(squared, torch.device("cpu"))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(2):
        for x, y in batches:
            optimizer.zero_grad()
            loss = figures.compute_loss(net(x), y)
            loss.backward(retain_graph=True)  # expect: RTG201
            optimizer.step()
        figures.report()


exec("train(nn.Linear(2, 2), [(torch.randn(4, 2), torch.randn(4, 2)) for _ in range(3)], False)")
