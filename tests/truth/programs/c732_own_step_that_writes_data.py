"""An optimiser of the program's own writes the data of parameters: versions do not move, and graphs can be entered again."""

import torch
from torch import nn
from torch.optim import Optimizer


class Plain(Optimizer):
    def __init__(self, params, lr=0.1):
        super().__init__(params, {"lr": lr})
        self.buffer = [[None, None] for _ in range(10)]

    def step(self, closure=None):
        loss = None
        if closure is not None:
            loss = closure()
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                grad = p.grad.data
                if grad.is_sparse:
                    raise RuntimeError("sparse")
                state = self.state[p]
                if len(state) == 0:
                    state["step"] = 0
                    state["mean"] = torch.zeros_like(p.data)
                state["step"] += 1
                state["mean"].mul_(0.9).add_(grad)
                buffered = self.buffer[state["step"] % 10]
                if buffered[0] == state["step"]:
                    size = buffered[1]
                else:
                    size = group["lr"] / state["step"]
                    buffered[0], buffered[1] = state["step"], size
                p.data.add_(state["mean"], alpha=-size)
        return loss


net = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
optimizer = Plain(net.parameters())
for _ in range(3):
    loss = net(torch.rand(4, 2)).sum()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)
    optimizer.step()
    loss.backward()

for _ in range(2):
    optimizer.zero_grad()
    loss = net(torch.rand(4, 2)).sum()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
