from configparser import ConfigParser

import torch
from torch import nn


class Plain(ConfigParser):
    def optionxform(self, optionstr):
        return optionstr


class Options(Plain):
    def __init__(self, path):
        ConfigParser.__init__(self)
        self._read = Plain()
        self._read.read(path)

    @property
    def weight(self):
        return self._read.getfloat("net", "weight", fallback=0.5)

    @property
    def size(self):
        return self.getint("net", "size", fallback=2)


options = Options("none.cfg")
rows = torch.ones(4, options.size) * options.weight
net = nn.Linear(2, 1)
for row in rows:
    loss = net(row * options.weight).sum()
    loss.backward(retain_graph=True)  # expect: RTG201
