"""A loss of nothing but what a caller computed: the caller goes on with these graphs, so the retain is needed."""

import torch
from torch import nn


def compare(prediction, target):
    loss = 0.5 * nn.functional.mse_loss(prediction, target)
    loss.backward(retain_graph=True)


def shrink(prediction):
    loss = prediction.square().mean() + prediction.abs().mean()
    loss.backward(retain_graph=True)


def add(one, other):
    loss = torch.cat([one, other]).square().sum()
    loss.backward(retain_graph=True)


def judge(criterion, prediction, target):
    loss = criterion(prediction, target)
    loss.backward(retain_graph=True)


def rows(prediction, kept):
    scaled = kept * prediction
    sums = kept.square().sum(0)
    for number in range(2):
        torch.autograd.grad(sums[number], kept, retain_graph=True)
    return scaled


class Judge:
    def __init__(self, criterion):
        self.criterion = criterion

    def __call__(self, prediction, target):
        loss = self.criterion(prediction, target)
        loss.backward(retain_graph=True)


net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 2), nn.Tanh())
target = torch.zeros(4, 2)
distance = nn.functional.l1_loss
for name, given in {"compare": [target], "shrink": [], "add": [target], "rows": [net(torch.randn(4, 2))]}.items():
    prediction = net(torch.randn(4, 2))
    arguments = (prediction, *given) if name != "rows" else (*given, prediction)
    eval(name)(*arguments)
    prediction.mean().backward()
prediction = net(torch.randn(4, 2))
eval("judge")(distance, prediction, target)
prediction.mean().backward()
prediction = net(torch.randn(4, 2))
eval("Judge")(distance)(prediction, target)
prediction.mean().backward()
