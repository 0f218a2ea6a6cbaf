"""An optimiser of the program's own writes parameters in place: what has saved them is stale after its step."""

import torch
from torch import nn
from torch.optim import Optimizer


class Plain(Optimizer):
    def __init__(self, params, lr=0.1):
        super().__init__(params, {"lr": lr})
        self.count = 0

    def step(self, closure=None):
        loss = None
        if closure is not None:
            loss = closure()
        self.count += 1
        with torch.no_grad():
            for group in self.param_groups:
                for p in group["params"]:
                    if p.grad is None:
                        continue
                    state = self.state[p]
                    if len(state) == 0:
                        state["mean"] = torch.zeros_like(p)
                    state["mean"].mul_(0.9).add_(p.grad)
                    p.add_(state["mean"], alpha=-group["lr"])
        return loss


net = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
optimizer = Plain(net.parameters())
for _ in range(3):
    optimizer.zero_grad()
    net(torch.rand(4, 2)).sum().backward()
    optimizer.step()

loss = net(torch.rand(4, 2)).sum()
optimizer.zero_grad()
loss.backward(retain_graph=True)
optimizer.step()
loss.backward()  # expect: RTG103
