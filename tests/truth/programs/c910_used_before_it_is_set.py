"""Features that an object is without until they are set: a client that leaves them out is none, where others set them."""

import torch
from torch import nn


class Transfer:
    def __init__(self):
        self.net = nn.Sequential(nn.Linear(3, 4), nn.Tanh()).requires_grad_(False)
        self.wanted = None
        self.image = None
        self.optimizer = None

    def prepare(self, content):
        self.wanted = {name: value.detach() for name, value in self.extract(content).items()}
        self.image = content.clone().requires_grad_(True)
        self.optimizer = torch.optim.SGD([self.image], lr=0.1)

    def extract(self, image):
        hidden = self.net(image)
        return {"first": hidden, "last": hidden.sum(1)}

    def step(self):
        features = self.extract(self.image)
        loss = sum(torch.mean((features[name] - self.wanted[name]) ** 2) for name in ("first", "last"))
        self.optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        self.optimizer.step()
        return loss.item()


def transfer(content, steps):
    transfer = Transfer()
    transfer.prepare(content)
    for _ in range(steps):
        transfer.step()
    return transfer.image


class Window:
    def __init__(self):
        self.transfer = Transfer()

    def open(self, content):
        self.transfer.prepare(content)

    def update(self):
        return self.transfer.step()


exec("""
window = Window()
window.open(torch.randn(2, 3))
for _ in range(3):
    window.update()
transfer(torch.randn(2, 3), 3)
""")
