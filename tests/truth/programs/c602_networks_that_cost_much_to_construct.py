import functools

import torch
from torch import nn


def norm_layer(kind):
    if kind == "batch":
        return functools.partial(nn.BatchNorm1d, affine=True)
    if kind == "layer":
        return nn.LayerNorm
    return nn.Identity


class Block(nn.Module):
    def __init__(self, size, norm, dropout, skip):
        super().__init__()
        layers = [nn.Linear(size, size), norm(size)]
        if dropout:
            layers += [nn.Dropout(0.5)]
        if skip:
            layers += [nn.Linear(size, size), norm(size)]
        self.layers = nn.Sequential(*layers)
        self.skip = skip

    def forward(self, x):
        return x + self.layers(x) if self.skip else self.layers(x)


class Nested(nn.Module):
    def __init__(self, size, inner, norm, dropout, outermost):
        super().__init__()
        down = [nn.ReLU(), nn.Linear(size, size), norm(size)]
        up = [nn.ReLU(), nn.Linear(size, size), norm(size)]
        if outermost:
            up = up + [nn.Tanh()]
        elif dropout:
            up = up + [nn.Dropout(0.5)]
        self.parts = nn.Sequential(*(down if inner is None else down + [inner]), *up)

    def forward(self, x):
        return self.parts(x)


class Flat(nn.Module):
    def __init__(self, options, size, blocks, norm):
        super().__init__()
        made = []
        for number in range(blocks):
            made.append(Block(size, norm, options.dropout, options.skip))
        self.blocks = nn.Sequential(*made)
        if options.skip:
            self.last = nn.Linear(size, size)
        else:
            self.last = nn.Sequential(nn.Linear(size, size), norm(size))

    def forward(self, x):
        return self.last(self.blocks(x))


class Deep(nn.Module):
    def __init__(self, options, size, depth, norm):
        super().__init__()
        inner = None
        for number in range(depth):
            inner = Nested(size, inner, norm, options.dropout, number == depth - 1)
        self.model = Block(size, norm, options.dropout, options.skip)
        self.inner = inner

    def forward(self, x):
        return self.model(self.inner(x))


def define(options, size):
    norm = norm_layer(options.norm)
    if options.kind == "flat_9":
        net = Flat(options, size, 9, norm)
    elif options.kind == "flat_6":
        net = Flat(options, size, 6, norm)
    elif options.kind == "deep_7":
        net = Deep(options, size, 7, norm)
    elif options.kind == "deep_8":
        net = Deep(options, size, 8, norm)
    elif options.kind == "deep_9":
        net = Deep(options, size, 9, norm)
    else:
        raise NotImplementedError(options.kind)
    net.apply(prepare)
    return net


def prepare(layer):
    if isinstance(layer, nn.Linear):
        nn.init.normal_(layer.weight, 0.0, 0.02)


class Model:
    def __init__(self, options):
        self.options = options
        self.net_a = define(options, options.size)
        self.net_b = define(options, options.size)
        self.critic_a = define(options, options.size)
        self.critic_b = define(options, options.size)
        if options.frozen:
            self.features = define(options, options.size)
        self.loss = nn.MSELoss() if options.squares else nn.L1Loss()
        self.optimizer = torch.optim.SGD([*self.net_a.parameters(), *self.net_b.parameters()], 0.1)

    def optimize(self, x):
        made = self.net_b(self.net_a(x))
        total = self.loss(made, x) * self.options.weight
        if self.options.weight > 0:
            total = total + self.loss(self.net_a(x), x)
        self.optimizer.zero_grad()
        total.backward(retain_graph=True)  # expect: RTG201
        self.optimizer.step()


class Options:
    def __init__(self):
        self.kind, self.norm, self.size, self.weight = "flat_6", "layer", 4, 0.5
        self.dropout = self.skip = self.frozen = self.squares = True


def _run(options):
    model = Model(options)
    for _ in range(3):
        model.optimize(torch.randn(3, 4))


globals()["_r" + "un"](Options())
