import torch
from torch import nn


class Fitter:
    def __init__(self):
        self.net = nn.Linear(3, 1)
        self.optimizer = torch.optim.LBFGS(self.net.parameters(), lr=0.1, max_iter=4)
        self.data = torch.randn(5, 3)

    def closure(self):
        self.optimizer.zero_grad()
        loss = self.net(self.data).pow(2).mean()
        loss.backward()
        return loss

    def fit(self):
        for _ in range(2):
            self.optimizer.step(self.closure)

    def evaluate(self, scale):
        self.optimizer.zero_grad()
        loss = self.net(self.data * scale).pow(2).mean()
        loss.backward(retain_graph=True)  # expect: RTG201
        return loss.item()

    def fit_lambda(self):
        for scale in (1.0, 2.0):
            self.optimizer.step(lambda: self.evaluate(scale))
