"""Gradients of a costly network have a graph of their own, which hangs on that of the pass: it is entered again where a penalty on
them, or what the pass gave, goes backward later."""

import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, size: int) -> None:
        super().__init__()
        self.first, self.second = nn.Linear(size, size), nn.Linear(size, size)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = torch.sigmoid(self.first(x))
        h = torch.tanh(self.second(h) + h * 0.5)
        return x + torch.sigmoid(h) * h


class Critic(nn.Module):
    def __init__(self, size: int) -> None:
        super().__init__()
        self.blocks = nn.ModuleList([Block(size), Block(size), Block(size), Block(size), Block(size), Block(size)])
        self.last = nn.Linear(size, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for block in self.blocks:
            x = block(x)
        for block in self.blocks:
            x = block(x).tanh()
        return self.last(x)


def penalize(critic: nn.Module, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    x = x.clone().requires_grad_()
    score = critic(x)
    (gradient,) = torch.autograd.grad(score.sum(), x, create_graph=True)
    return score, (gradient.norm(dim=1) - 1).square().mean()


critic = Critic(3)
optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)
for x in torch.rand(4, 2, 3):
    optimizer.zero_grad()
    score, penalty = penalize(critic, x)
    (score.mean() - critic(x + 1).mean() + penalty).backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
for x in torch.rand(4, 2, 3):
    optimizer.zero_grad()
    score, penalty = penalize(critic, x)
    penalty.backward(retain_graph=True)
    score.mean().backward()
    optimizer.step()
for x in torch.rand(4, 2, 3):
    optimizer.zero_grad()
    score, penalty = penalize(critic, x)
    score.mean().backward(retain_graph=True)
    penalty.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
