"""A network, its criteria and its optimiser are handed in together. Of two losses of one prediction one is sent backward, and the
other only looked at: that it hangs on the prediction is known, so that it needs nothing that is not known of."""

import torch
from torch import nn


def train(parts, x, y):
    parts["optimizer"].zero_grad()
    predicted = parts["net"](x)
    loss = parts["criterion"](predicted, y)
    beside = parts["metric"](predicted, y)
    loss.backward(retain_graph=True)  # expect: RTG201
    parts["optimizer"].step()
    return loss, beside


def run(parts):
    parts["net"].set_freeze(False)
    for x, y in parts["loader"]:
        loss, beside = train(parts, x, y)
        print(loss.item(), beside.item())


def train_on_both(parts, x, y):
    parts["optimizer"].zero_grad()
    predicted = parts["net"](x)
    loss = parts["criterion"](predicted, y)
    beside = parts["metric"](predicted, y)
    loss.backward(retain_graph=True)
    return loss, beside


def run_on_both(parts):
    for x, y in parts["loader"]:
        loss, beside = train_on_both(parts, x, y)
        beside.backward()
        parts["optimizer"].step()


exec("""
class Net(nn.Sequential):
    def set_freeze(self, frozen):
        self.requires_grad_(not frozen)

net = Net(nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 1))
loader = [(torch.rand(2, 4), torch.rand(2, 1)) for _ in range(3)]
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
parts = dict(net=net, criterion=nn.MSELoss(), metric=nn.L1Loss(), optimizer=optimizer, loader=loader)
run(parts)
run_on_both(parts)
""")
