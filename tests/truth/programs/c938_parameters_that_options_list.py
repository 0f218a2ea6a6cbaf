"""Parameters in lists that options make: one of several lists of them is taken for one of several containers of weights."""

import torch
from torch import nn
from torch.nn import functional as F


class Learner(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.vars = nn.ParameterList()
        for name, size in config:
            if name == "linear":
                self.vars.append(nn.Parameter(torch.randn(*size)))
                self.vars.append(nn.Parameter(torch.zeros(size[0])))
            elif name == "scale":
                self.vars.append(nn.Parameter(torch.ones(size)))
            elif name == "shift":
                self.vars.append(nn.Parameter(torch.zeros(size)))
            elif name == "both":
                self.vars.append(nn.Parameter(torch.ones(size)))
                self.vars.append(nn.Parameter(torch.zeros(size)))
            elif name != "tanh":
                raise NotImplementedError(name)

    def forward(self, x):
        place = 0
        for name, _ in self.config:
            if name == "linear":
                x = F.linear(x, self.vars[place], self.vars[place + 1])
                place += 2
            elif name == "scale":
                x = x * self.vars[place]
                place += 1
            elif name == "shift":
                x = x + self.vars[place]
                place += 1
            elif name == "both":
                x = x * self.vars[place] + self.vars[place + 1]
                place += 2
            elif name == "tanh":
                x = x.tanh()
        return x


class Net(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.net = Learner(config)
        self.optimizer = torch.optim.SGD(self.parameters(), lr=0.1)

    def observe(self, x, y):
        self.net.zero_grad()
        F.mse_loss(self.net(x), y).backward(retain_graph=True)  # expect: RTG201
        self.optimizer.step()


model = eval("Net")([("linear", (4, 4)), ("tanh", None), ("linear", (1, 4)), ("scale", 1)])
for x in torch.randn(3, 2, 4):
    model.observe(x, torch.randn(2, 1))
