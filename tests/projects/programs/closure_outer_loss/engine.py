import torch
from torch import nn


class Fitter:
    def __init__(self):
        self.net = nn.Linear(3, 1)
        self.optimizer = torch.optim.LBFGS(self.net.parameters(), lr=0.1, max_iter=4)

    def fit(self):
        loss = self.net(torch.randn(5, 3)).pow(2).mean()

        def closure():
            self.optimizer.zero_grad()
            loss.backward()  # expect: RTG101
            return loss

        self.optimizer.step(closure)
