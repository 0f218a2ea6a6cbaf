"""What callers hand in to log figures, going by its name, is given a loss: nobody sends that backward. What a caller's list of
losses is given may be."""

import torch
from torch import nn


class Trainer:
    def __init__(self, net, logger):
        self.net, self.logger = net, logger
        self.optimizer = torch.optim.SGD(net.parameters(), lr=0.1)

    def train_with_meters(self, batches, meters):
        for x, y in batches:
            loss = nn.functional.mse_loss(self.net(x), y)
            self.optimizer.zero_grad()
            loss.backward(retain_graph=True)  # expect: RTG201
            self.optimizer.step()
            meters["loss"].update(loss / 2)

    def train_with_logger(self, batches):
        for x, y in batches:
            loss = nn.functional.mse_loss(self.net(x), y)
            self.optimizer.zero_grad()
            loss.backward(retain_graph=True)  # expect: RTG201
            self.optimizer.step()
            self.logger.update(loss=loss)

    def train_with_metrics(self, batches, metrics):
        for x, y in batches:
            loss = nn.functional.mse_loss(self.net(x), y)
            self.optimizer.zero_grad()
            loss.backward(retain_graph=True)  # expect: RTG201
            self.optimizer.step()
            metrics["loss"].append(loss)

    def train_with_mean(self, batches, losses):
        for x, y in batches:
            loss = nn.functional.mse_loss(self.net(x), y)
            self.optimizer.zero_grad()
            loss.backward(retain_graph=True)  # expect: RTG201
            self.optimizer.step()
            losses.update(loss, x.size(0))

    def train_with_losses(self, batches, losses):
        for x, y in batches:
            loss = nn.functional.mse_loss(self.net(x), y)
            loss.backward(retain_graph=True)
            losses.append(loss)


class Meter:
    def __init__(self):
        self.total = 0.0

    def update(self, loss, n=1):
        self.total += loss.item() * n


eval("""[
    (
        lambda t, b, losses: (
            t.train_with_meters(b, {"loss": Meter()}),
            t.train_with_logger(b),
            t.train_with_metrics(b, {"loss": []}),
            t.train_with_mean(b, Meter()),
            t.train_with_losses(b, losses),
            [loss.backward() for loss in losses],
        )
    )(
        Trainer(nn.Linear(2, 2), Meter()), [(torch.randn(4, 2), torch.randn(4, 2)) for _ in range(3)], []
    )
]""")
