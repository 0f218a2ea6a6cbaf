# %% prelude
import os

import torch
from torch import nn

KIND = os.environ.get("ACTIVATION", "tanh")
x = torch.ones(2, 4)


class Shift(nn.Module):
    def __init__(self):
        super().__init__()
        self.bias = nn.Parameter(torch.zeros(4))

    def forward(self, x):
        return x + self.bias


class Block(nn.Module):
    def __init__(self, kind):
        super().__init__()
        self.shift = Shift()
        self.scale = 1.0 if kind == "tanh" else 0.5
        if kind == "tanh":
            self.activation = nn.Tanh()
        elif kind == "relu":
            self.activation = nn.ReLU()
        else:
            self.activation = None

    def forward(self, x):
        return self.shift(x) - self.scale


class Net(nn.Module):
    def __init__(self, kind):
        super().__init__()
        if kind == "tanh":
            self.body = nn.Sequential(Shift(), nn.ELU(inplace=True))
            self.scale, self.layers, self.activation = 1.0, [Shift()], nn.ELU()
        elif kind == "relu":
            self.body = nn.Sequential(Shift(), nn.ReLU(inplace=True))
            self.scale, self.layers, self.activation = 0.5, [Shift(), nn.ReLU()], nn.ReLU(inplace=True)
        else:
            self.body = nn.Sequential(Shift(), nn.LeakyReLU(inplace=True))
            self.scale, self.layers, self.activation = 2, [Shift(), nn.Tanh(), nn.Identity()], None
        self.block = Block(kind)
        self.heads = [Shift(), self.activation]
        self.table = {"shift": Shift()}
        self.pair = (Shift(), kind)


class Trainer(nn.Module):
    def __init__(self, kind):
        super().__init__()
        self.net = Shift()
        if kind == "tanh":
            self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)
        elif kind == "relu":
            self.optimizer = torch.optim.Adam(self.net.parameters(), lr=0.1)
        else:
            self.optimizer = torch.optim.RMSprop(self.net.parameters(), lr=0.1)


net = Net(KIND)
w = torch.ones(4, requires_grad=True)

# %% what all of the networks have is known
# each: OUTPUT = net.body[0](x) | net.block(x) | net.heads[0](x) | net.table["shift"](x) | net.pair[0](x) | net.layers[0](x) | w - net.scale
h = OUTPUT
h.exp().sum().backward(retain_graph=True)  # expect: RTG201
h.sum().backward()

# %% a layer of which one would write into its input
h = w + 1
y = h.sin()
net.activation(h)
y.sum().backward()

# %% those with an optimiser stay apart
trainer = Trainer(KIND)
net.block(x).sum().backward()
trainer.optimizer.step()  # expect: RTG303
# %% [fixed]
trainer = Trainer(KIND)
trainer.net(x).sum().backward()
trainer.optimizer.step()
