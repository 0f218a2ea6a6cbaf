"""The project has a `run` that trains; the `run` of a library, which fetches data, is none of it, and leaves no graph behind."""

import subprocess

import torch
from torch import nn


def fetch(name, retries):
    for turn in range(retries):
        done = subprocess.run(["echo", name], capture_output=True, check=False)
        if done.returncode == 0:
            return len(done.stdout)
        if turn > 2:
            print(done.stderr)
    return 0


class Trainer:
    def __init__(self, net):
        self.net = net
        self.optimizer = torch.optim.SGD(net.parameters(), lr=0.1)

    def run(self, names):
        for name in names:
            if not fetch(name, 3):
                continue
            loss = self.net(torch.randn(4, 2)).square().mean()
            self.optimizer.zero_grad()
            loss.backward(retain_graph=True)  # expect: RTG201
            self.optimizer.step()


Trainer(nn.Linear(2, 1)).run(["a", "b"])
