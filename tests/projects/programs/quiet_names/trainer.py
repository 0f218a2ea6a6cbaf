import torch
from torch import nn

from reports import Reports


class Trainer(Reports):
    def __init__(self):
        self.net = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 2))
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.pending = []

    def cleared(self):
        self.optimizer.zero_grad()
        out = self.net(torch.randn(4, 3))
        out.pow(2).mean().backward()
        # instead: pass
        self.show_progress()
        self.optimizer.step()  # expect: RTG303

    def filled(self):
        self.optimizer.zero_grad()
        out = self.net(torch.randn(4, 3))
        self.write_scalar(out.pow(2).mean())
        out.exp().mean().backward(retain_graph=True)
        for loss in self.pending:
            loss.backward()
        self.pending = []
        self.optimizer.step()
