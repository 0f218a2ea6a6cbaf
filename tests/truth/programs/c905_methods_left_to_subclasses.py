"""Methods that a class leaves to subclasses, by raising or by doing nothing, may do anything there; its training loop is judged."""

import torch


class Runner:
    def __init__(self, model, rate):
        self.model = model
        self.optimizer = torch.optim.Adam(self.model.parameters(), lr=rate)

    def train(self, batches):
        for batch in batches:
            inputs, targets = self.parse(batch)
            loss = self.compute(inputs, targets)
            self.optimizer.zero_grad()
            loss.backward(retain_graph=True)  # expect: RTG201
            self.end_iteration()
            self.optimizer.step()

    def train_both(self, batches):
        for batch in batches:
            inputs, targets = self.parse(batch)
            first, second = self.compute_both(inputs, targets)
            self.optimizer.zero_grad()
            first.backward(retain_graph=True)
            second.backward()
            self.optimizer.step()

    def train_and_report(self, batches):
        for batch in batches:
            inputs, targets = self.parse(batch)
            loss = self.compute(inputs, targets)
            self.optimizer.zero_grad()
            loss.backward(retain_graph=True)
            self.use(loss)
            self.optimizer.step()

    def parse(self, batch):
        pass

    def compute(self, inputs, targets):
        """The loss."""
        raise NotImplementedError("subclasses compute it")

    def compute_both(self, inputs, targets):
        raise NotImplementedError

    def use(self, loss):
        raise NotImplementedError

    def end_iteration(self):
        pass


exec("""
from torch import nn

class Regression(Runner):
    def parse(self, batch):
        return batch
    def compute(self, inputs, targets):
        return (self.model(inputs) - targets).square().mean()
    def compute_both(self, inputs, targets):
        outputs = self.model(inputs)
        return outputs.square().mean(), (outputs - targets).square().mean()
    def use(self, loss):
        loss.backward()

runner = Regression(nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1)), 0.1)
batches = [(torch.rand(2, 3), torch.rand(2, 1)) for _ in range(3)]
runner.train(batches)
runner.train_both(batches)
runner.train_and_report(batches)
""")
