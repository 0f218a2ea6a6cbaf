"""A roll-out keeps the outputs of some steps: paths that are joined hold lists of other graphs."""

import torch
from torch import nn


class Rollout(nn.Module):
    def __init__(self, steps, kept):
        super().__init__()
        self.cell = nn.Linear(4, 4)
        self.steps, self.kept = steps, kept

    def forward(self, state):
        states, outputs = [], []
        for step in range(self.steps):
            if step == 0:
                states.append(state)
            state = states[-1] + self.cell(states[-1]).tanh()
            states.append(state)
            if step == self.steps - 2:
                self.before = state.clone()
            if step in self.kept:
                outputs.append(state)
        return outputs, self.before


def train_once(model, rounds, lr):
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    for _ in range(rounds):
        optimizer.zero_grad()
        outputs, _ = model(torch.randn(2, 4))
        loss = torch.cat(tuple(outputs)).square().mean()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()


def train_again(model, rounds, lr):
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    for _ in range(rounds):
        optimizer.zero_grad()
        outputs, _ = model(torch.randn(2, 4))
        loss = torch.cat(tuple(outputs)).square().mean()
        loss.backward(retain_graph=True)
        sum(output.abs().mean() for output in outputs).backward()
        optimizer.step()


def train_in_step(model, rounds, lr):
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    for _ in range(rounds):
        optimizer.zero_grad()
        outputs, _ = model(torch.randn(2, 4))
        loss = torch.cat(tuple(outputs)).square().mean()
        loss.backward(retain_graph=True)
        sum([weight * output.abs().mean() for output, weight in zip(outputs, [1, 2, 3, 4, 5])]).backward()
        optimizer.step()


for train in (train_once, train_again, train_in_step):
    train(Rollout(5, list(range(6))), 3, 0.01)
