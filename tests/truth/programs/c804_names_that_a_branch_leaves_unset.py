"""A path on which a name is unset that is read next ends there, unless something else may bind the name."""

from math import *  # noqa: F403

import torch
from torch import nn

net = nn.Linear(3, 3)


def in_a_function(kind, x):
    out = net(x).exp()
    if kind == "one":
        scale, again = 1.0, False
    elif kind == "two":
        scale, again = 2.0, False
    else:
        again = True
    (out * scale).sum().backward(retain_graph=True)  # expect: RTG201
    if again:
        out.sum().backward()


in_a_function("one", torch.randn(2, 3))
in_a_function("two", torch.randn(2, 3))

out = net(torch.randn(2, 3)).exp()
if torch.rand(1).item() > 2:
    e, again = 1.0, False
else:
    again = True
(out * e).sum().backward(retain_graph=True)
if again:
    out.sum().backward()

out = net(torch.randn(2, 3)).exp()
if torch.rand(1).item() > 2:
    pi, again = 1.0, False
else:
    again = True
out.sum().mul(pi.real).backward(retain_graph=True)
if again:
    out.sum().backward()
