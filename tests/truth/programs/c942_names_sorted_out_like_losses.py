"""A function sorts out losses in each iteration, and once for each network their names: what it makes of constants stays known."""

import torch
from torch import nn


def sort_out(first, second, third, fourth, fifth):
    flags = (True, True, False, True, True)
    found = [value for value, flag in zip((first, second, third, fourth, fifth), flags) if flag]
    assert len(found) == sum(1 for flag in flags if flag)
    return found


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.generator = nn.Sequential(nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 4))
        self.critic = nn.Sequential(nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 1))
        self.names = sort_out("generated", "size", "unused", "real", "fake")
        self.steps = [torch.optim.SGD(net.parameters(), lr=0.1) for net in (self.generator, self.critic)]

    def forward(self, x):
        made = self.generator(x)
        fake = self.critic(made.detach()).square().mean()
        real = (self.critic(x) - 1).square().mean()
        generated = (self.critic(made) - 1).square().mean()
        return sort_out(generated, made.square().mean(), 0, real, fake)


for _ in range(5):
    model = Model()
    for _ in range(2):
        for x in torch.randn(3, 2, 4):
            losses = dict(zip(model.names, model(x)))
            model.steps[0].zero_grad()
            (losses["generated"] + losses["size"]).backward(retain_graph=True)  # expect: RTG201
            model.steps[0].step()
            model.steps[1].zero_grad()
            (losses["real"] + losses["fake"]).backward()
            model.steps[1].step()
