"""Networks of many kinds, each with options of its own."""

import functools

from torch import nn


class Padded(nn.Module):
    def __init__(self, width, padding, norm, dropout, bias):
        super().__init__()
        layers = []
        for _stage in range(3):
            if padding == "reflect":
                layers += [nn.ReflectionPad1d(1)]
            elif padding == "replicate":
                layers += [nn.ReplicationPad1d(1)]
            elif padding == "zero":
                layers += [nn.ZeroPad1d(1)]
            else:
                raise NotImplementedError(padding)
            layers += [nn.Conv1d(width, width, 3, bias=bias), norm(width), nn.ReLU()]
            if dropout:
                layers += [nn.Dropout(0.5)]
        self.layers = nn.Sequential(*layers)

    def forward(self, x):
        return self.layers(x)


class Plain(Padded):
    def __init__(self, width, norm, dropout, residual=False, gate=None):
        super().__init__(width, "zero" if gate is None else gate, norm, dropout, norm is nn.Identity)
        self.last = nn.Tanh() if residual else nn.Conv1d(width, width, 1)

    def forward(self, x):
        return self.last(self.layers(x))


def choose_norm(kind):
    if kind == "batch":
        return functools.partial(nn.BatchNorm1d, affine=True)
    if kind == "instance":
        return functools.partial(nn.InstanceNorm1d, affine=False)
    if kind == "none":
        return nn.Identity
    raise NotImplementedError(kind)


def define_network(width, kind, norm, padding, dropout):
    """A network by the name of its kind."""
    network = None
    layer = choose_norm(norm)
    if kind == "padded":
        network = Padded(width, padding, layer, dropout, bias=True)
    elif kind == "bare":
        network = Padded(width, padding, layer, dropout, bias=False)
    elif kind == "plain":
        network = Plain(width, layer, dropout)
    elif kind == "residual":
        network = Plain(width, layer, dropout, residual=True)
    elif kind == "gated":
        half = width // 2
        network = Plain(half * 2, layer, dropout, gate=padding)
    else:
        raise NotImplementedError(kind)
    return network.float()


def define_judge(width, kind, norm, padding, dropout):
    """A network that judges, by the name of its kind."""
    layer = choose_norm(norm)
    if kind == "padded":
        return Padded(width, padding, layer, dropout, bias=True)
    elif kind == "plain":
        return Plain(width, layer, dropout)
    elif kind == "pixel":
        return Plain(width, layer, dropout, residual=True, gate=padding)
    raise NotImplementedError(kind)
