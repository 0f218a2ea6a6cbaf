"""The parts of a model that are not trained are switched off by their names, so that no gradient of theirs is thrown away."""

import torch
from torch import nn
from torch.nn.functional import softplus


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.generator = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 4))
        self.critic = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Sequential(nn.Linear(8, 1)))

    def train_child(self, which):
        for name, child in self.named_children():
            for parameter in child.parameters():
                parameter.requires_grad = name == which

    def train_modules(self, which):
        for name, module in self.named_modules():
            if name:
                module.requires_grad_(name.split(".", 1)[0] == which)


def train(model, switch):
    opt_g = torch.optim.Adam(model.generator.parameters(), 1e-3)
    opt_c = torch.optim.Adam(model.critic.parameters(), 1e-3)
    for _ in range(3):
        switch("critic")
        fake = model.generator(torch.randn(4, 3))
        loss_c = softplus(-model.critic(torch.randn(4, 4))).mean() + softplus(model.critic(fake)).mean()
        opt_c.zero_grad()
        loss_c.backward()
        opt_c.step()
        switch("generator")
        loss_g = softplus(-model.critic(model.generator(torch.randn(4, 3)))).mean()
        opt_g.zero_grad()
        loss_g.backward()
        opt_g.step()


torch.manual_seed(0)
first, second = Model(), Model()
train(first, first.train_child)
train(second, second.train_modules)
