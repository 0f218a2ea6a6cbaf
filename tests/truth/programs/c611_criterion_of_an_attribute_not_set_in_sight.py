import torch
from torch import nn


class Algorithm:
    def train_step(self, batch):
        prediction = self.networks["model"](batch)
        loss = self.criterions["loss"](prediction, batch)
        self.optimizers["model"].zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        self.optimizers["model"].step()
        return loss.item()


exec(
    """
made = Algorithm()
made.networks = {"model": nn.Linear(2, 2)}
made.criterions = {"loss": nn.MSELoss()}
made.optimizers = {"model": torch.optim.SGD(made.networks["model"].parameters(), 0.1)}
for _ in range(3):
    made.train_step(torch.randn(3, 2))
"""
)
