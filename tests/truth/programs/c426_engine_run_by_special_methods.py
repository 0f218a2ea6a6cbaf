"""Python runs a method that no call names, and it runs the engine: each retain is needed there."""

import torch
from torch import nn


class Checked:
    def __bool__(self):
        prediction.sum().backward()
        return True


class Counted:
    def __init__(self, kept):
        self.kept = kept

    def __len__(self):
        self.kept.sum().backward()
        return 1


class Compared:
    def __eq__(self, other):
        other.sum().backward()
        return True

    def __contains__(self, loss):
        loss.backward()
        return True


net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 2), nn.Tanh())
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
checked = Checked()
for images in torch.randn(4, 6, 2):
    optimizer.zero_grad()
    prediction = net(images)
    prediction.square().mean().backward(retain_graph=True)
    if checked:
        prediction = net(images)
    counted = Counted(prediction)
    prediction.square().mean().backward(retain_graph=True)
    len(counted)
    optimizer.step()
compared = Compared()
prediction = net(torch.randn(6, 2))
prediction.square().mean().backward(retain_graph=True)
compared == prediction
prediction = net(torch.randn(6, 2))
loss = prediction.sum()
prediction.square().mean().backward(retain_graph=True)
loss in compared
