import torch
from torch import nn


class Agent:
    """Takes the steps of all agents."""

    def take_step(self, loss: torch.Tensor, optimizer: torch.optim.Optimizer, net: nn.Module) -> None:
        loss.backward(retain_graph=True)  # expect: RTG201
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
