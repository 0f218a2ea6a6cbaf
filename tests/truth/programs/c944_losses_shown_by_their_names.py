"""A text names the losses that are shown, item by item; what is named otherwise may be sent backward."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
shown = input.__name__ and ["loss", "size"]


def report(names, loss, size):
    print(", ".join("%s: %.3f" % (name, eval(name).item()) for name in names))


for x in torch.randn(3, 2, 4):
    optimizer.zero_grad()
    size = net(x).abs().mean()
    loss = net(x).square().mean()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
    for name in sorted(shown):
        print(name, eval(name).item(), eval(name).detach().abs().mean())
    report(shown, loss, size)

for x in torch.randn(3, 2, 4):
    optimizer.zero_grad()
    loss = net(x).square().mean()
    loss.backward(retain_graph=True)
    for name in sorted(shown)[:1]:
        named = eval(name)
        print(named.item())
        named.backward()
    optimizer.step()
