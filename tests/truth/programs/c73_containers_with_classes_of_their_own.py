"""Objects of classes that derive from dict and list hold the graphs that are put into them."""

import torch
from torch import nn


class Features(dict):
    def __missing__(self, number):
        self[number] = net(torch.randn(number, 2))
        return self[number]


class Store(dict):
    pass


class Counted(dict):
    def __init__(self, limit):
        super().__init__()
        self.limit = limit


class Checked(dict):
    def __setitem__(self, name, loss):
        assert loss.requires_grad
        super().__setitem__(name, loss)


class Losses(list):
    def total(self):
        return sum(self)


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.01)


def compute_loss():
    return net(torch.randn(6, 2)).square().mean()


for step in range(3):
    optimizer.zero_grad()
    features = Features()
    features[2].square().mean().backward(retain_graph=True)
    features[2].abs().mean().backward()
    features[3].abs().mean().backward(retain_graph=True)  # expect: RTG201
    store, second = Store(), compute_loss()
    store["loss"] = second
    second.backward(retain_graph=True)
    store["loss"].backward()
    counted, third = Counted(3), compute_loss()
    counted["loss"] = third
    third.backward(retain_graph=True)
    for loss in counted.values():
        loss.backward()
    checked, fourth = Checked(), compute_loss()
    checked["loss"] = fourth
    fourth.backward(retain_graph=True)
    checked["loss"].backward()
    losses, fifth = Losses(), compute_loss()
    losses.append(fifth)
    fifth.backward(retain_graph=True)
    losses.total().backward()
    sixth = Losses([compute_loss(), compute_loss()])
    sixth[0].backward(retain_graph=True)
    sixth[1].backward(retain_graph=True)  # expect: RTG201
    sixth[0].backward()
    optimizer.step()
