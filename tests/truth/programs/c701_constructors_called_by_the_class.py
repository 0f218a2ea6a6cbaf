"""A constructor may call that of a library's class by name: its parameters are leaves, and its methods those of the class."""

import torch
from torch import nn
from torch.nn import functional


class Normed:
    def __init__(self, count):
        self.register_buffer("direction", torch.randn(1, count))

    def weights(self):
        matrix = self.weight.view(self.weight.shape[0], -1)
        with torch.no_grad():
            other = functional.normalize(self.direction @ matrix)
        return self.weight / (self.direction @ (matrix @ other.t()))


class NormedLinear(nn.Linear, Normed):
    def __init__(self, inputs, outputs, *args, **kwargs):
        nn.Linear.__init__(self, inputs, outputs, *args, **kwargs)
        Normed.__init__(self, outputs)

    def forward(self, x):
        return functional.linear(x, self.weights(), self.bias) + nn.Linear.forward(self, x)


class Net(nn.Module):
    def __init__(self):
        nn.Module.__init__(self)
        self.first = NormedLinear(2, 3)
        self.last = NormedLinear(3, 1, bias=False)

    def forward(self, x):
        return self.last(self.first(x).relu())


net = Net()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    loss = net(torch.ones(1, 2)).mean()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
