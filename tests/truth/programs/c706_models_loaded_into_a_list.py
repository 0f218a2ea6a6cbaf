"""Models that are read from files into a list are models, whichever of them is asked for."""

import io
import pydoc

import torch
from torch import nn


class Ensemble:
    def __init__(self, file, count):
        saved = torch.load(file, weights_only=False)
        self.models = []
        for number in range(count):
            self.models.append(saved["model_%d" % number])
        self.optimizers = []
        for number in range(count):
            self.optimizers.append(torch.optim.SGD(self.models[number].parameters(), lr=0.1))

    def fit_one(self, model, optimizer, batches):
        for given, wanted in batches:
            loss = nn.functional.mse_loss(model(given), wanted)
            optimizer.zero_grad()
            loss.backward(retain_graph=True)  # expect: RTG201
            optimizer.step()

    def fit(self, batches):
        for number in range(4):
            self.fit_one(self.models[number], self.optimizers[number], batches)


saved = io.BytesIO()
torch.save({"model_%d" % number: nn.Linear(2, 1) for number in range(4)}, saved)
saved.seek(0)
ensemble = next(pydoc.locate("builtins.map")(eval("Ensemble"), [saved], [4]))
ensemble.fit([(torch.randn(3, 2), torch.randn(3, 1)) for _ in range(2)])
