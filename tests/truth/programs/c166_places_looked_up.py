"""An embedding is looked up by whole numbers: no graph goes on from these, whatever computed them."""

import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)


class Nearest(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, table):
        places = torch.cdist(x, table).argmin(1)
        ctx.save_for_backward(places, table)
        ctx.mark_non_differentiable(places)
        return table[places], places

    @staticmethod
    def backward(ctx, grad, _):
        places, table = ctx.saved_tensors
        return grad, torch.zeros_like(table).index_add_(0, places, grad)


def by_function(x, table):
    out, places = Nearest.apply(x, table)
    again = F.embedding(places, table)
    torch.autograd.grad(out.sum(), table)
    torch.autograd.grad(again.sum(), table)


def by_torch(x, table):
    out, places = Nearest.apply(x, table)
    again = torch.embedding(table, places)
    torch.autograd.grad(out.sum(), table, retain_graph=True)  # expect: RTG201
    torch.autograd.grad(again.sum(), table)


def by_layer(x, table, layer):
    out, places = Nearest.apply(x, table)
    again = layer(places)
    torch.autograd.grad(out.sum(), table)
    torch.autograd.grad(again.sum(), layer.weight)


def by_index(x, table):
    out, places = Nearest.apply(x, table)
    again = table.exp().index_select(0, places)
    torch.autograd.grad(out.sum(), table, retain_graph=True)  # expect: RTG201
    torch.autograd.grad(again.sum(), table)


def looked_up_twice(x, table):
    out, places = Nearest.apply(x, table)
    again = F.embedding(places, table.exp())
    torch.autograd.grad(out.sum(), table)
    torch.autograd.grad(again.sum(), table, retain_graph=True)
    torch.autograd.grad(again.square().sum(), table)


layer = nn.Embedding(4, 3)
for _ in range(3):
    table = torch.randn(4, 3, requires_grad=True)
    x = torch.randn(5, 3, requires_grad=True)
    by_function(x, table)
    by_torch(x, table)
    by_layer(x, table, layer)
    by_index(x, table)
    looked_up_twice(x, table)
