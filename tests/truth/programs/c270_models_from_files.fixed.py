"""A model that is read from a file, perhaps only when the file is given, builds graphs as one does that was constructed."""

import os
import pickle

import torch
from torch import nn

torch.manual_seed(0)


def read() -> bytes:
    return pickle.dumps({"critic": nn.Linear(3, 1), "offset": nn.Linear(3, 3)})


def regress(critic: nn.Module, states: torch.Tensor, returns: torch.Tensor) -> None:
    loss = (critic(states) - returns).square().mean()
    loss.backward()


def regress_twice(critic: nn.Module, states: torch.Tensor, returns: torch.Tensor) -> None:
    error = critic(states) - returns
    error.square().mean().backward(retain_graph=True)
    error.abs().mean().backward()


def train() -> None:
    critic = nn.Linear(3, 1) if "FRESH_CRITIC" in os.environ else pickle.loads(read())["critic"]
    optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)
    for _ in range(3):
        optimizer.zero_grad()
        regress(critic, torch.rand(4, 3), torch.rand(4, 1))
        regress_twice(critic, torch.rand(4, 3), torch.rand(4, 1))
        optimizer.step()


def train_on_what_a_frozen_model_gives() -> None:
    critic, offset = nn.Linear(3, 1), pickle.loads(read())["offset"].requires_grad_(False)
    states = offset(torch.rand(4, 3))
    target = offset(torch.rand(4, 3)).mean()
    optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)
    for _ in range(3):
        optimizer.zero_grad()
        (critic(states) - target).square().mean().backward()
        optimizer.step()


train()
train_on_what_a_frozen_model_gives()
