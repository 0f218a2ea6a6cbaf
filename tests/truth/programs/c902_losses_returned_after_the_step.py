"""A loss that is returned after the step of its weights is of no use to a caller but as a figure: torch refuses it."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 4), nn.ReLU(), nn.Linear(4, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
criterion = nn.MSELoss()


def train_on(inputs, targets):
    loss = criterion(net(inputs), targets)
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
    return loss


def train_on_both(inputs, targets):
    outputs = net(inputs)
    loss = criterion(outputs, targets)
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
    return {"loss": loss, "outputs": outputs, "figures": [loss.item()]}


exec("""
total = 0.0
for _ in range(3):
    total = total + float(train_on(torch.rand(3, 2), torch.rand(3, 1)))
    total = total + float(train_on_both(torch.rand(3, 2), torch.rand(3, 1))["loss"])
""")
