"""An optimiser of the program's own that runs the engine itself, every other step: the graph has to be there."""

import torch
from torch import nn
from torch.optim import Optimizer


class Curved(Optimizer):
    def __init__(self, params, lr=0.1):
        super().__init__(params, {"lr": lr})
        self.count = 0

    def measure(self):
        params = [p for group in self.param_groups for p in group["params"] if p.grad is not None]
        grads = torch.autograd.grad(self.loss, params)
        for p, grad in zip(params, grads):
            self.state[p]["curve"] = grad

    def step(self):
        if self.count % 2 == 1:
            self.measure()
        self.count += 1
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                p.data.add_(p.grad.data, alpha=-group["lr"])


net = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
optimizer = Curved(net.parameters())
for x in torch.rand(4, 4, 2):
    optimizer.zero_grad()
    loss = net(x).sum()
    optimizer.loss = loss
    loss.backward(retain_graph=True)
    optimizer.step()
