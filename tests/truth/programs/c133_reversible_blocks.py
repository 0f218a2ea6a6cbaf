"""The methods by which the `backward` of an autograd.Function goes back through reversible blocks: what they are given by
name may be on one graph, through which each of them runs. What a block builds of what it is given in its place alone, it
builds anew."""

import torch
from torch import nn
from torch.autograd import Function


class Cross(nn.Module):
    def __init__(self):
        super().__init__()
        self.q, self.c = nn.Linear(4, 4), nn.Linear(4, 4)

    def forward(self, x, context=None):
        return torch.tanh(self.q(x)) if context is None else torch.tanh(self.q(x)) * self.c(context)


class Wrapped(nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, *args, again=False, **kwargs):
        return self.net(*args, **kwargs)


class Block(nn.Module):
    def __init__(self, f, g):
        super().__init__()
        self.f, self.g = f, g

    def forward(self, x, f_args={}):
        x1, x2 = torch.chunk(x, 2, dim=1)
        with torch.no_grad():
            y1 = x1 + self.f(x2, **f_args)
            y2 = x2 + self.g(y1)
        return torch.cat([y1, y2], dim=1)

    def back_through(self, y, dy, f_args={}):
        y1, y2 = torch.chunk(y, 2, dim=1)
        dy1, dy2 = torch.chunk(dy, 2, dim=1)
        with torch.enable_grad():
            y1 = y1.detach().requires_grad_()
            gy1 = self.g(y1)
            torch.autograd.backward(gy1, dy2, retain_graph=True)  # expect: RTG201
        with torch.no_grad():
            x2 = y2 - gy1
            dx1 = dy1 + y1.grad
        with torch.enable_grad():
            x2.requires_grad = True
            fx2 = self.f(x2, **f_args)
            torch.autograd.backward(fx2, dx1, retain_graph=True)
        with torch.no_grad():
            x1 = y1 - fx2
            dx2 = dy2 + x2.grad
        return torch.cat([x1, x2.detach()], dim=1), torch.cat([dx1, dx2], dim=1)


class BlockByKeyword(Block):
    def back_through(self, y, dy, *, f_args):
        y1, y2 = torch.chunk(y, 2, dim=1)
        dy1, dy2 = torch.chunk(dy, 2, dim=1)
        with torch.enable_grad():
            y1 = y1.detach().requires_grad_()
            gy1 = self.g(y1)
            torch.autograd.backward(gy1, dy2)
            x2 = (y2 - gy1).detach().requires_grad_()
            fx2 = self.f(x2, again=True, context=f_args["context"])
            torch.autograd.backward(fx2, dy1 + y1.grad, retain_graph=True)
        with torch.no_grad():
            return torch.cat([y1 - fx2, x2.detach()], dim=1), torch.cat([dy1 + y1.grad, dy2 + x2.grad], dim=1)


class Reversible(Function):
    @staticmethod
    def forward(ctx, x, blocks, args):
        ctx.args = args
        for block, given in zip(blocks, args):
            x = block(x, **given)
        ctx.y = x.detach()
        ctx.blocks = blocks
        return x

    @staticmethod
    def backward(ctx, dy):
        y = ctx.y
        for block, given in zip(ctx.blocks[::-1], ctx.args[::-1]):
            y, dy = block.back_through(y, dy, **given)
        return dy, None, None


torch.manual_seed(0)
encoder = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 4))
embed = nn.Linear(3, 8)
for blocks in (
    nn.ModuleList([Block(Cross(), nn.Linear(4, 4)) for _ in range(2)]),
    nn.ModuleList([Block(Wrapped(Cross()), nn.Linear(4, 4)) for _ in range(2)]),
    nn.ModuleList([BlockByKeyword(Wrapped(Cross()), nn.Linear(4, 4)) for _ in range(2)]),
):
    optimizer = torch.optim.SGD([*encoder.parameters(), *blocks.parameters(), *embed.parameters()], lr=0.1)
    for _ in range(3):
        data = torch.randn(5, 3)
        context = encoder(data)
        out = Reversible.apply(embed(data), blocks, [{"f_args": {"context": context}} for _ in blocks])
        optimizer.zero_grad()
        out.square().mean().backward()
        optimizer.step()
