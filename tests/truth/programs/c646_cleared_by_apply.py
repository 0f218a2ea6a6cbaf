"""A function that a module applies to its parts may clear their gradients; one that does something else does not."""

import torch
from torch import nn

torch.manual_seed(0)


def clear(layer):
    for p in layer.parameters():
        p.grad = None


def initialise(layer):
    if isinstance(layer, nn.Linear):
        layer.bias.data.zero_()


for function in (clear, lambda layer: layer.zero_grad()):
    painter, judge = nn.Sequential(nn.Linear(2, 4)), nn.Linear(4, 1)
    painter.apply(initialise)
    opt_p, opt_j = (torch.optim.SGD(net.parameters(), lr=0.1) for net in (painter, judge))
    for _ in range(2):
        picture = painter(torch.randn(5, 2))
        judge_loss = judge(picture).mean() - judge(torch.randn(5, 4)).mean()
        opt_j.zero_grad()
        judge_loss.backward()
        opt_j.step()
        painter.apply(function)
        (-judge(painter(torch.randn(5, 2))).mean()).backward()
        opt_p.step()

painter, judge = nn.Sequential(nn.Linear(2, 4)), nn.Linear(4, 1)
painter.apply(initialise)
opt_p, opt_j = (torch.optim.SGD(net.parameters(), lr=0.1) for net in (painter, judge))
for _ in range(2):
    opt_p.zero_grad()
    picture = painter(torch.randn(5, 2))
    judge_loss = judge(picture).mean() - judge(torch.randn(5, 4)).mean()
    opt_j.zero_grad()
    judge_loss.backward()  # expect: RTG302
    opt_j.step()
    painter.apply(lambda layer: layer.train())
    (-judge(painter(torch.randn(5, 2))).mean()).backward()
    opt_p.step()
