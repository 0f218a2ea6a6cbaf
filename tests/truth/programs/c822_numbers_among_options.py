"""A loss is divided by an option, on a path where nothing was computed, too: `params["grad_accumulation_steps"]` and
`train_cfg.loss_mult` are numbers. What else stands in `params` may be a tensor."""

import torch
from torch import nn


class Model:
    def __init__(self, params, criteria):
        self.net, self.params, self.criteria = nn.Linear(2, 2), params, criteria
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def update(self, x, y, task):
        self.loss = 0
        if self.criteria[task] and y is not None:
            self.loss = self.criteria[task](self.net(x), y)
        loss = self.loss / self.params["grad_accumulation_steps"]
        loss.backward(retain_graph=True)  # expect: RTG201
        self.optimizer.step()
        self.optimizer.zero_grad()


class Trainer:
    def __init__(self, train_cfg):
        self.train_cfg = train_cfg

    def train(self, net, batches):
        optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
        for x in batches:
            seen = net(x)
            loss = self.train_cfg.loss_mult * seen.square().mean()
            optimizer.zero_grad()
            loss.backward(retain_graph=True)  # expect: RTG201
            optimizer.step()


class Functional:
    def __init__(self, params):
        self.params = params

    def train(self, batches):
        for x in batches:
            hidden = self.params["weight"] * x
            hidden.exp().sum().backward(retain_graph=True)
            hidden.square().sum().backward()


eval("""[
    (
        lambda model: [model.update(torch.randn(3, 2), torch.randn(3, 2), 0) for _ in range(3)]
    )(Model({"grad_accumulation_steps": 2}, [nn.MSELoss()])),
    Trainer(type("Options", (), {"loss_mult": 2.0})).train(nn.Linear(2, 2), torch.randn(3, 4, 2)),
    Functional({"weight": torch.ones(2, requires_grad=True)}).train(torch.randn(3, 4, 2)),
]""")
