import torch

from acme import nets
from . import losses
from ..utils.optim import make_optimizer as build


class Runner:
    def __init__(self):
        self.net = nets.Encoder()
        self.optimizer = build(self.net)

    def run(self, batch):
        out = self.net(batch)
        self.optimizer.zero_grad()
        losses.content(out).backward(retain_graph=True)
        losses.style(out).backward(retain_graph=True)  # expect: RTG201
        self.optimizer.step()
