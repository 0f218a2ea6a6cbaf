import copy

import torch

from nets import Deep


class Trainer:
    def __init__(self, depth):
        self.net = Deep(depth)
        self.average = copy.deepcopy(self.net)
        for parameter in self.average.parameters():
            parameter.requires_grad_(False)
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=0.01)

    def step(self):
        batch = torch.randn(4, 3)
        out = self.net(batch)
        loss = (out - self.average(batch)).pow(2).mean() + out.mean()
        self.optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        for name, parameter in self.net.named_parameters():
            if parameter.grad is not None:
                parameter.grad.data.clamp_(-1, 1)
        self.optimizer.step()
        self.update_average(0.9)

    @torch.no_grad()
    def update_average(self, decay):
        for mean, parameter in zip(self.average.parameters(), self.net.parameters()):
            mean.mul_(decay).add_(parameter, alpha=1 - decay)
