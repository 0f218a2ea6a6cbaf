"""Where in a list a graph lies after it was sorted, inserted or written as a slice: each retain is needed by what lies there."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 2), nn.Tanh())
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for images in torch.randn(4, 6, 2):
    optimizer.zero_grad()
    prediction, other = net(images), net(images)
    ranked = sorted([(2, other), (1, prediction)], key=lambda pair: pair[0])
    prediction.square().mean().backward(retain_graph=True)
    ranked[0][1].sum().backward()
    prediction = net(images)
    ranked = [(2, other), (1, prediction)]
    ranked.sort(key=lambda pair: pair[0])
    prediction.square().mean().backward(retain_graph=True)
    ranked[0][1].sum().backward()
    prediction = net(images)
    best = max({"low": other, "high": prediction}.items(), key=lambda pair: pair[0] == "high")
    prediction.square().mean().backward(retain_graph=True)
    best[1].sum().backward()
    prediction = net(images)
    placed = [1, 2]
    placed.insert(1, prediction)
    prediction.square().mean().backward(retain_graph=True)
    placed[1].sum().backward()
    prediction = net(images)
    placed = [1, 2]
    placed[:1] = [prediction]
    prediction.square().mean().backward(retain_graph=True)
    placed[0].sum().backward()
    prediction = net(images)
    placed = [1, 2, prediction]
    del placed[:2]
    prediction.square().mean().backward(retain_graph=True)
    placed[0].sum().backward()
    placed = [1, net(images)]
    del placed[:1]
    placed.pop().square().mean().backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
