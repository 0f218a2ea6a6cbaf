"""A method is given what all variables of its caller hold, and reads figures of them."""

import torch
from torch import nn


class Runner:
    def __init__(self):
        self.net = nn.Linear(3, 1)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def run(self, batches):
        for x in batches:
            infos = []
            loss = self.net(x).pow(2).mean()
            self.optimizer.zero_grad()
            loss.backward(retain_graph=True)  # expect: RTG201
            self.optimizer.step()
            infos.append({"size": x.size(0)})
            self.log(locals())

    def log(self, found):
        for info in found["infos"]:
            print(found["loss"].item(), info["size"])


Runner().run(torch.rand(4, 2, 3))
