"""What is made of the rows of a tensor, by whatever walks through them, hangs on the tensor's graph: each retain is needed."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 2), nn.Tanh())
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
names = [str(number) for number in range(6)]
for images in torch.randn(4, 6, 2):
    optimizer.zero_grad()
    prediction = net(images)
    by_name = dict(zip(names, prediction))
    prediction.square().mean().backward(retain_graph=True)
    by_name["1"].sum().backward()
    prediction = net(images)
    by_name = dict(zip("ab", prediction))
    prediction.square().mean().backward(retain_graph=True)
    by_name["b"].sum().backward()
    prediction = net(images)
    numbered = list(enumerate(prediction))
    prediction.square().mean().backward(retain_graph=True)
    numbered[1][1].sum().backward()
    prediction = net(images)
    numbered = [*enumerate(prediction)]
    prediction.square().mean().backward(retain_graph=True)
    numbered[1][1].sum().backward()
    prediction = net(images)
    pairs = tuple(zip(prediction, images))
    prediction.square().mean().backward(retain_graph=True)
    pairs[1][0].sum().backward()
    prediction = net(images)
    turned = list(reversed(list(prediction)))
    prediction.square().mean().backward(retain_graph=True)
    turned[1].sum().backward()
    prediction = net(images)
    doubled = list(map(lambda row: row * 2, prediction))
    prediction.square().mean().backward(retain_graph=True)
    doubled[1].sum().backward()
    prediction = net(images)
    weighted = list(map(lambda row, image: (row * image).sum(), prediction, images))
    prediction.square().mean().backward(retain_graph=True)
    weighted[1].backward()
    list(enumerate(net(images)))[1][1].sum().backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
