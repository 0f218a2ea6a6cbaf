"""Every third iteration sends its loss backward, after a step that finds no gradients then: those between have used and cleared
them. Whatever the remainder is, and by the truth of the remainder itself."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 3))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
batches = eval("[torch.rand(2, 3) for _ in range(10)]")


def step_on(x: torch.Tensor) -> torch.Tensor:
    loss = net(x).square().sum()
    optimizer.step()
    optimizer.zero_grad()
    return loss


def train_first_of_three() -> None:
    optimizer.zero_grad()
    for i, x in enumerate(batches):
        loss = step_on(x)
        if i % 3 == 0:
            loss.backward()


def train_middle_of_three() -> None:
    optimizer.zero_grad()
    for i in range(len(batches)):
        loss = step_on(batches[i])
        if i % 3 == 1:
            loss.backward()


def train_last_of_four() -> None:
    optimizer.zero_grad()
    for i, x in enumerate(batches):
        loss = step_on(x)
        if not (i + 1) % 4:
            loss.backward()


train_first_of_three()
train_middle_of_three()
train_last_of_four()
