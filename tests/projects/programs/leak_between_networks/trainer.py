import torch
from torch import nn


class GanTrainer:
    def __init__(self):
        self.net = nn.ModuleDict({"G": nn.Linear(3, 3), "D": nn.Linear(3, 1)})
        self.opt = {name: torch.optim.SGD(self.net[name].parameters(), lr=0.1) for name in ("G", "D")}

    def step_d(self):
        self.opt["D"].zero_grad()
        fake = self.net["G"](torch.ones(4, 3))
        # instead: loss = self.net["D"](fake.detach()).sigmoid().mean()
        loss = self.net["D"](fake).sigmoid().mean()
        loss.backward()  # expect: RTG302
        self.opt["D"].step()

    def step_g(self):
        loss = -self.net["D"](self.net["G"](torch.ones(4, 3))).sigmoid().mean()
        loss.backward()
        self.opt["G"].step()
        self.opt["G"].zero_grad()
