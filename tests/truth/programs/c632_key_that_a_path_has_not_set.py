import os

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 3)

    def forward(self, x, labels=None):
        found = {"logits": self.layer(x)}
        if labels is not None:
            found["loss"] = nn.functional.cross_entropy(found["logits"], labels)
        return found


net = Net()
labels = None if os.environ.get("BLIND") else torch.tensor([0, 2])
for epoch in range(2):
    for step in range(3):
        loss = net(torch.randn(2, 2), labels)["loss"]
        loss.backward(retain_graph=True)  # expect: RTG201

# who catches the error goes on
for step in range(2):
    found = net(torch.randn(2, 2))
    loss = found["logits"].square().sum()
    loss.backward(retain_graph=True)
    try:
        found["loss"].backward()
    except KeyError:
        loss.backward()
