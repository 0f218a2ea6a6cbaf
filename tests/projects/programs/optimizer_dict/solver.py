import torch
from torch import nn


class Solver:
    def __init__(self):
        self.nets = nn.ModuleDict({"enc": nn.Linear(3, 4), "dec": nn.Linear(4, 3)})
        self.layers = nn.ModuleList([nn.Linear(3, 3) for _ in range(2)])
        self.optims = {name: torch.optim.Adam(net.parameters(), lr=0.01) for name, net in self.nets.items()}
        self.optims["layers"] = torch.optim.Adam(self.layers.parameters(), lr=0.01)

    def zero_grad(self):
        for optimizer in self.optims.values():
            optimizer.zero_grad()

    def apply_step(self, names):
        for name in names:
            self.optims[name].step()

    def forward(self):
        self.batch = torch.randn(5, 3)
        self.code = self.nets["enc"](self.batch).relu()
        out = self.nets["dec"](self.code)
        for layer in self.layers:
            out = layer(out).tanh()
        return out

    def step(self):
        out = self.forward()
        self.zero_grad()
        (out - self.batch).pow(2).mean().backward(retain_graph=True)
        self.code.pow(2).mean().backward()
        self.apply_step(["dec", "layers", "enc"])

    def step_early(self):
        out = self.forward()
        self.zero_grad()
        (out - self.batch).abs().mean().backward()
        self.apply_step(["dec", "layers", "enc"])
        self.code.abs().mean().backward()  # expect: RTG101
