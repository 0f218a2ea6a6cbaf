"""Opaque code makes data for a loader where options ask for them; many options are tested, and the paths are joined."""

import torch
from torch import nn
from torch.utils.data import DataLoader


class Registry:
    def __init__(self):
        self.known = {}

    def register(self, made):
        self.known[made.__name__] = made
        return made

    def build(self, options, **more):
        arguments = options.copy()
        arguments.update(more)
        return self.known[arguments.pop("name")](**arguments)


MODELS, LOSSES, DATA, CHANGES = Registry(), Registry(), Registry(), Registry()


class Trainer:
    def __init__(self, options):
        self.model = MODELS.build(options["model"])
        change = None
        if options["change"]["name"]:
            change = CHANGES.build(options["change"])
        data = None
        if options["data"]["name"]:
            data = DATA.build(options["data"], change=change)
        self.loader = DataLoader(data, batch_size=options["batch"])
        self.criterion = LOSSES.build(options["loss"])
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=options["lr"])
        self.scaled, self.shifted, self.squared = options["scaled"], options["shifted"], options["squared"]

    def train(self):
        for x, y in self.loader:
            if self.scaled:
                x = x * 2
            if self.shifted:
                x = x + 1
            self.optimizer.zero_grad()
            loss = self.criterion(self.model(x), y)
            if self.squared:
                loss = loss**2
            loss.backward(retain_graph=True)  # expect: RTG201
            self.optimizer.step()


exec("""
@MODELS.register
class Narrow(nn.Module):
    def __init__(self, width, depth=1):
        super().__init__()
        self.layers = nn.Sequential(*[nn.Linear(width, width) for _ in range(depth)], nn.Tanh())

    def forward(self, x):
        return self.layers(x)


@LOSSES.register
class Distance(nn.MSELoss):
    def __init__(self, power):
        super().__init__()


@CHANGES.register
class Shift:
    def __init__(self, by):
        self.by = by


@DATA.register
class Numbers(torch.utils.data.Dataset):
    def __init__(self, length, change):
        self.length, self.change = length, change

    def __len__(self):
        return self.length

    def __getitem__(self, index):
        return torch.randn(3) + self.change.by, torch.zeros(3)


settings = {
    "model": {"name": "Narrow", "width": 3, "depth": 2},
    "change": {"name": "Shift", "by": 1.0},
    "data": {"name": "Numbers", "length": 6},
    "loss": {"name": "Distance", "power": 2},
    "lr": 0.1,
    "batch": 2,
    "scaled": True,
    "shifted": False,
    "squared": True,
}
Trainer(settings).train()
""")
