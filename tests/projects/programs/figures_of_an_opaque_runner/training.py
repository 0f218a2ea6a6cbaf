"""The base class of a runner is opaque: one of its methods is given figures, by its name, and they hold the losses."""

import torch
from running import Runner
from torch import nn


class Compression(Runner):
    def __init__(self, model: nn.Module):
        super().__init__()
        self.model = model
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)

    def handle_batch(self, batch):
        self.optimizer.zero_grad()
        loss = {"net": self.model(batch).exp().mean()}
        loss["net"].backward(retain_graph=True)  # expect: RTG201
        self.optimizer.step()
        self.update_batch_metrics({"loss": loss["net"]})
