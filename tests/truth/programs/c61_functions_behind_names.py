"""What a function does that is found by a name, its own or a computed one, keeps the retain before it needed."""

import torch
from torch import nn

NAMED = {}


def register(function):
    NAMED[function.__name__] = function
    return function


@register
def entropy(output):
    output.square().mean().backward()


class Plugin:
    registry = []

    def __init_subclass__(cls, **options):
        Plugin.registry.append(cls)

    def run(self, output):
        pass


class Extra(Plugin):
    def run(self, output):
        output.abs().mean().backward()


class Callbacks:
    def after_step(self, output):
        output.abs().mean().backward()


class Trainer:
    def __init__(self, callbacks):
        self.callbacks = list(callbacks)

    def call(self, name, output):
        for callback in self.callbacks:
            getattr(callback, name)(output)


net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
trainer = Trainer([Callbacks()])
for step in range(3):
    optimizer.zero_grad()
    output = net(torch.randn(6, 2))
    output.mean().backward(retain_graph=True)
    NAMED["entropy"](output)
    output = net(torch.randn(6, 2))
    output.mean().backward(retain_graph=True)
    for plugin in Plugin.registry:
        plugin().run(output)
    output = net(torch.randn(6, 2))
    output.mean().backward(retain_graph=True)
    for plugin in Plugin.__subclasses__():
        plugin().run(output)
    output = net(torch.randn(6, 2))
    output.mean().backward(retain_graph=True)
    trainer.call("after_step", output)
    output = net(torch.randn(6, 2))
    output.mean().backward(retain_graph=True)
    getattr(trainer.callbacks[0], "_".join(["after", "step"]))(output)
    output = net(torch.randn(6, 2))
    output.mean().backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
