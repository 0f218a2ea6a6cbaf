import settings
import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu")

for _ in range(2):
    optimizer.zero_grad()
    loss = net(torch.rand(4, 3)).square().mean()
    if settings.SCALED:
        scaler.scale(loss).backward(retain_graph=True)  # expect: RTG201
        scaler.step(optimizer)
        scaler.update()
    else:
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()

    hidden = net(torch.rand(4, 3))
    if settings.TWICE:
        hidden.mean().backward(retain_graph=True)
    else:
        loss = hidden.square().mean()
        loss.backward(retain_graph=True)  # expect: RTG201
    if settings.TWICE:
        hidden.square().mean().backward()
