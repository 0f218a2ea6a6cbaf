import torch
from torch import nn


class Trainer:
    """What it does with a path has never been run: `load_state_dict` returns no network."""

    def __init__(self, net: nn.Module, optimizer: torch.optim.Optimizer, resume: str) -> None:
        self.device = torch.device("cpu")
        self.loader = torch.utils.data.DataLoader(torch.rand(8, 3))
        if resume:
            loaded = torch.load(resume)
            self.net = net.load_state_dict(loaded["net"]).to(self.device)
            self.optimizer = optimizer.load_state_dict(loaded["optimizer"])
        else:
            self.net = net.to(self.device)
            self.optimizer = optimizer

    def train(self) -> float:
        total = 0.0
        for batch in self.loader:
            loss = torch.norm(self.net(batch.to(self.device)) - batch.mean())
            total += loss.item()
            self.optimizer.zero_grad()
            loss.backward(retain_graph=True)  # expect: RTG201
            self.optimizer.step()
        return total
