"""Gradients are discarded though a variable held them: it was only asked for their shape."""

import torch
from torch import nn
from torch.autograd import Variable

torch.manual_seed(0)
drawer, judge = nn.Linear(2, 2), nn.Linear(2, 1)
parameters = [*drawer.parameters(), *judge.parameters()]
drawing, judging = torch.optim.SGD(drawer.parameters(), lr=0.1), torch.optim.SGD(judge.parameters(), lr=0.1)


def reset():
    for p in parameters:
        if p.grad is not None:
            data = p.grad.data
            p.grad = Variable(data.new().resize_as_(data).zero_())


for _ in range(3):
    drawn = drawer(torch.randn(4, 2))
    judge(drawn.detach()).mean().backward()
    judging.step()
    reset()
    (-judge(drawer(torch.randn(4, 2))).mean()).backward()
    drawing.step()
    reset()
