"""A function hands an object on to another, which stores a new leaf in a copy of it, and gives the copy to a model: the object is
no tensor. (What is handed in is made in opaque code.)"""

import torch
from torch import nn

exec("""
import copy

class Data:
    def __init__(self):
        self.edges, self.label = torch.rand(3, 4), 1

    def clone(self):
        return copy.copy(self)

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 2)

    def forward(self, graph):
        return torch.tanh(self.layer(graph.edges)).mean(0, keepdim=True)
""")


def explain(graph, model):
    changed = graph.clone()
    changed.edges = torch.autograd.Variable(changed.edges, requires_grad=True)
    scores = model(changed)
    scores[0, graph.label].backward(retain_graph=True)  # expect: RTG201
    return changed.edges.grad


def rank(graph, model):
    return explain(graph, model).abs().sum(1).argsort()


def rank_often(graph, model):
    """The scores of one pass are sent backward by column: the retain is needed."""
    changed = graph.clone()
    changed.edges = torch.autograd.Variable(changed.edges, requires_grad=True)
    scores = model(changed)
    for column in range(2):
        scores[0, column].backward(retain_graph=True)
    return changed.edges.grad


exec("""
rank(Data(), Net())
rank_often(Data(), Net())
""")
