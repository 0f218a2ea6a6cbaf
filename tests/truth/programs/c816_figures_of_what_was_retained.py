"""Opaque code finds figures of predictions whose graph was retained: their names say that it differentiates nothing."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def count_right(predictions, targets):
    return ((predictions > 0) == (targets > 0)).float().sum() / len(targets)


precision = recall = f1_score = roc_auc = confusion_matrix = eval("count_right")


def train_with_precision(x, y):
    optimizer.zero_grad()
    out = net(x)
    (out - y).pow(2).mean().backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
    return precision(out, y), recall(out, y)


def train_with_areas(x, y):
    optimizer.zero_grad()
    out = net(x)
    (out - y).pow(2).mean().backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
    return f1_score(out, y), roc_auc(out, y), confusion_matrix(out, y)


for _ in range(3):
    print(train_with_precision(torch.randn(3, 2), torch.randn(3, 1)))
    print(train_with_areas(torch.randn(3, 2), torch.randn(3, 1)))
