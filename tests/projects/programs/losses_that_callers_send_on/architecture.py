"""Nothing imports it by its name: a registry makes its objects, and a trainer calls them."""

from torch import nn


class Architecture:
    def __init__(self):
        self.net = nn.Sequential(nn.Linear(4, 4), nn.Tanh())

    def improve(self, batch):
        outputs = self.net(batch)
        loss = outputs.square().mean()
        loss.backward(retain_graph=True)
        return loss
