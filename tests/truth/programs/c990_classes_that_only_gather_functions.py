"""c990: a class only gathers functions, and none of them has a parameter for the object: a client calls them on the class."""

import torch
from torch import nn


class Steps:
    scale = 2.0

    def train(net: nn.Module, optimizer: torch.optim.Optimizer, batches: list[torch.Tensor]) -> float:
        net.train()
        total = 0.0
        for batch in batches:
            loss = net(batch).square().mean() * Steps.scale
            optimizer.zero_grad()
            loss.backward(retain_graph=True)  # expect: RTG201
            optimizer.step()
            total += loss.item()
        return total

    def twice(net: nn.Module, batch: torch.Tensor) -> None:
        net.train()
        out = net(batch).exp()
        out.sum().backward(retain_graph=True)
        out.mean().backward()


net = nn.Linear(3, 3)
batches = [torch.rand(2, 3) for _ in range(3)]
run = eval("lambda steps: steps.train(net, torch.optim.SGD(net.parameters(), lr=0.1), batches)")
run(Steps)
eval("Steps.twice")(net, batches[0])
