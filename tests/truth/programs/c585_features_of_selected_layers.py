"""The layers whose features are compared are an option: what was selected does not decide which call sends which graph backward."""

import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(*[part for _ in range(6) for part in (nn.Linear(2, 2), nn.Tanh())])

    def forward(self, x, selected=(), encode_only=False):
        features = []
        for number, layer in enumerate(self.layers):
            x = layer(x)
            if number in selected:
                features.append(x)
            if encode_only and number == selected[-1]:
                return features
        return x


class Trainer:
    def __init__(self, options):
        self.options = options
        self.selected = [int(number) for number in options.layers.split(",")]
        self.encoder = Encoder()
        self.optimizer = torch.optim.SGD(self.encoder.parameters(), lr=0.1)

    def forward(self, batch):
        self.out = self.encoder(batch)
        if self.options.mirrored:
            self.mirror = self.encoder(-batch)

    def compare(self, one, two):
        total = 0.0
        for a, b in zip(self.encoder(one, self.selected, True), self.encoder(two, self.selected, True)):
            total = total + (a - b.detach()).square().mean()
        return total / len(self.selected)

    def update(self, batch):
        self.forward(batch)
        self.optimizer.zero_grad()
        loss = self.compare(batch, self.out)
        if self.options.mirrored:
            loss = loss + self.compare(-batch, self.mirror)
        loss.backward(retain_graph=True)  # expect: RTG201
        self.optimizer.step()

    def probe(self, batch):
        features = self.encoder(batch, self.selected, True)
        loss = sum(feature.square().mean() for feature in features)
        loss.backward(retain_graph=True)
        loss.backward()


exec("""
class Options:
    layers, mirrored = "1,3,4", True

trainer = Trainer(Options())
for batch in torch.randn(3, 4, 2):
    trainer.update(batch)
    trainer.probe(batch)
""")
