"""Nothing imports it by its name: a registry makes its objects, and a trainer calls them."""

from torch import nn


class Architecture:
    def __init__(self):
        self.net = nn.Sequential(nn.Linear(4, 4), nn.Tanh())

    def improve(self, batch):
        outputs = self.net(batch)
        outputs.square().mean().backward(retain_graph=True)
        return outputs
