"""The two states of an LSTM, and what cannot be seen, are cut off part by part, or by functions that map over them."""

import operator

import torch
from torch.utils import _pytree as pytree
from torch.utils.checkpoint import detach_variable

exec("""
class Recurrent(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = torch.nn.LSTM(3, 4)

    def initial(self):
        return torch.zeros(1, 1, 4), torch.zeros(1, 1, 4)

    def forward(self, x, state):
        return self.cell(x, state)


def repackage(state):
    return tuple(part.detach() for part in state)


def refresh(state):
    return tuple(part.detach() for part in state)
""")
lstm, cell, unseen = torch.nn.LSTM(3, 4), torch.nn.GRUCell(3, 4), Recurrent()  # noqa: F821
a = b = c = d = e = f = n = None
g, h, i, j = torch.zeros(1, 4), unseen.initial(), unseen.initial(), unseen.initial()
for t in range(5):
    out, a = lstm(torch.randn(2, 1, 3), a)
    out.mean().backward()
    a[0].detach_()
    a[1].detach_()

    out, b = lstm(torch.randn(2, 1, 3), b)
    out.mean().backward()
    list(map(lambda part: part.detach_(), b))

    out, c = lstm(torch.randn(2, 1, 3), c)
    out.mean().backward()
    c = list(c)
    c[0], c[1] = c[0].detach(), c[1].detach()

    out, d = lstm(torch.randn(2, 1, 3), d)
    out.mean().backward()
    d = pytree.tree_map(torch.detach, d)

    out, e = lstm(torch.randn(2, 1, 3), e)
    out.mean().backward()
    e = detach_variable(e)

    out, n = lstm(torch.randn(2, 1, 3), n)
    out.mean().backward()
    n = tuple(map(operator.methodcaller("detach"), n))

    out, f = lstm(torch.randn(2, 1, 3), f)
    out.mean().backward(retain_graph=True)
    f = list(f)
    f[0] = f[0].detach()

    g = cell(torch.randn(1, 3), g)
    g.mean().backward()
    g = pytree.tree_map(torch.detach, g)

    out, h = unseen(torch.randn(2, 1, 3), h)
    out.mean().backward()
    h[0].detach_()
    h[1].detach_()

    out, i = unseen(torch.randn(2, 1, 3), i)
    out.mean().backward(retain_graph=True)
    i = list(i)
    i[0] = i[0].detach()

    out, j = unseen(torch.randn(2, 1, 3), j)
    out.mean().backward()
    j = repackage(j)  # noqa: F821

    out, k = unseen(torch.randn(2, 1, 3), refresh(j))  # noqa: F821
    out.mean().backward()
    k = refresh(k)  # noqa: F821
