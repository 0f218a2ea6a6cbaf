"""Nothing imports it by its name: a registry makes its objects, and a trainer calls them."""

import torch
from torch import nn


class Architecture:
    def __init__(self):
        self.net = nn.Sequential(nn.Linear(4, 4), nn.Tanh())

    def improve_softly(self, batch, optimizer):
        outputs = self.net(batch)
        loss = outputs.square().mean()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()
        return {"outputs": outputs, "loss": loss}


def make_optimizer(name, parameters):
    return getattr(torch.optim, name)(parameters, lr=0.1)
