"""Dictionaries and lists whose special methods are called by their names: options decide by them, and graphs lie in them."""

import torch


class Options(dict):
    def __getattr__(self, name):
        try:
            return self.__getitem__(name)
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name, value):
        self.__setitem__(name, value)


options = Options({"kind": "sum"})
options.once = True
x = torch.randn(3, requires_grad=True)
if options.kind == "sum":
    x.exp().sum().backward(retain_graph=options.once)  # expect: RTG201
else:
    raise ValueError(options.kind)

losses = [x.exp().sum(), x.square().sum()]
losses.__setitem__(1, losses.__getitem__(0) + 1)
if losses.__len__() == 2 and options.__contains__("kind"):
    losses.__getitem__(1).backward(retain_graph=True)
    losses.__delitem__(1)
    for loss in losses.__iter__():
        loss.backward()
