"""The model from which the others derive."""

import torch

from choosing import choose_network


class PlainModel:
    def __init__(self, options):
        self.options = options
        self.network = choose_network(options)

    def prepare(self):
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=self.options["rate"])

    def feed(self, batch, need_target=True):
        self.inputs = batch["inputs"]
        if need_target:
            self.target = batch["target"]

    def encode(self):
        return self.network(self.inputs).tanh()

    def accumulate(self, hidden, weight):
        loss = weight * (self.network(hidden) - self.target).abs().mean()
        loss.backward(retain_graph=True)

    def optimize(self):
        self.optimizer.step()
        self.optimizer.zero_grad()

    def evaluate(self):
        loss = self.network(self.inputs).square().mean()
        loss.backward(retain_graph=True)  # expect: RTG201
