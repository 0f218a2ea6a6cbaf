"""`q, k, v = map(f, qkv.chunk(3))`: as many parts as were asked for, each on the graph of the whole."""

import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self, width, heads=2):
        super().__init__()
        self.heads = heads
        self.to_qkv = nn.Conv2d(width, width * 3, 1, bias=False)
        self.to_out = nn.Conv2d(width, width, 1)

    def forward(self, x):
        b, c, h, w = x.shape
        qkv = self.to_qkv(x).chunk(3, dim=1)
        q, k, v = map(lambda t: t.reshape(b, self.heads, c // self.heads, h * w), qkv)
        weights = torch.einsum("b h d i, b h d j -> b h i j", q.softmax(dim=-2), k)
        out = torch.einsum("b h i j, b h d j -> b h d i", weights, v)
        return self.to_out(out.reshape(b, c, h, w))


net = Attention(4)
net(torch.randn(2, 4, 3, 3)).mean().backward(retain_graph=True)  # expect: RTG201

scale = nn.Linear(4, 6)
a, b = [part.exp() for part in torch.chunk(scale(torch.randn(3, 4)), 2, dim=1)]
a.mean().backward(retain_graph=True)
b.mean().backward()

whole = scale(torch.randn(3, 4)).tanh()
a, b, c = map(lambda part: part.detach().exp(), whole.chunk(3, dim=1))
whole.mean().backward(retain_graph=True)  # expect: RTG201
print((a * b * c).requires_grad)

whole = scale(torch.randn(3, 4)).tanh()
first, *rest = map(torch.exp, whole.chunk(3, dim=1))
first.mean().backward(retain_graph=True)
rest[-1].mean().backward()
