"""What happens from some iteration on, or in a single one, happens: few iterations of a long loop are followed, but each
stands for later ones as well."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 10))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def compute_loss():
    return net(torch.randn(6, 2)).square().mean()


for epoch in range(20):
    optimizer.zero_grad()
    loss = compute_loss()
    loss.backward(retain_graph=True)
    if epoch > 10:
        loss.backward()
    optimizer.step()

for epoch, x in enumerate(torch.randn(20, 6, 2)):
    optimizer.zero_grad()
    loss = net(x).square().mean()
    loss.backward(retain_graph=True)
    if epoch == 15:
        loss.backward()
    optimizer.step()

for step in range(3):
    optimizer.zero_grad()
    outputs = net(torch.randn(6, 2))
    for part in range(10):
        outputs[:, part].mean().backward(retain_graph=part < 9)
    optimizer.step()

for epoch in range(20):
    optimizer.zero_grad()
    loss = compute_loss()
    if epoch > 10:
        loss.backward(retain_graph=True)  # expect: RTG201
    else:
        loss.backward()
    if epoch > 10 and epoch < 5:
        loss.backward()
    optimizer.step()
