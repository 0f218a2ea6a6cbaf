"""A classifier with a trainer class."""

import torch
from torch import nn


class Trainer:
    def __init__(self, model, lr=0.1):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=lr)

    def forward(self, images, labels):
        self.loss = nn.functional.cross_entropy(self.model(images), labels)

    def backward(self):
        self.loss.backward(retain_graph=True)

    def step(self, images, labels):
        self.optimizer.zero_grad()
        self.forward(images, labels)
        self.backward()
        self.optimizer.step()

    def fit(self, batches):
        total = 0
        for images, labels in batches:
            self.step(images, labels)
            total += self.loss.item()
        return total / len(batches)


if __name__ == "__main__":
    torch.manual_seed(0)
    trainer = Trainer(nn.Sequential(nn.Flatten(), nn.Linear(64, 10)))
    data = [(torch.randn(16, 1, 8, 8), torch.randint(0, 10, (16,))) for _ in range(10)]
    for epoch in range(3):
        print(epoch, trainer.fit(data))
