"""Networks of several kinds."""

from torch import nn


class Narrow(nn.Module):
    def __init__(self, width, depth):
        super().__init__()
        self.layers = nn.Sequential(*(nn.Linear(width, width) for _ in range(depth)))

    def forward(self, x):
        return self.layers(x)


class Wide(nn.Module):
    def __init__(self, width, depth, act):
        super().__init__()
        layers = []
        for _ in range(depth):
            layers += [nn.Linear(width, width), nn.ReLU() if act == "relu" else nn.Tanh()]
        self.layers = nn.Sequential(*layers)

    def forward(self, x):
        return self.layers(x)


class Residual(Narrow):
    def forward(self, x):
        return x + super().forward(x)
