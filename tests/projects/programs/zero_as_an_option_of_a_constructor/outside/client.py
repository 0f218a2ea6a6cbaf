import torch
from losses import Loss, Sum
from torch import nn


def train(net, scorer):
    loss = Loss(net, scorer)
    for phase in ("net", "scorer"):
        loss.accumulate(phase, torch.rand(2, 3), torch.rand(2, 3), 5)
    given = Sum(net)
    regulariser = (next(net.parameters()) ** 2).sum()
    given.send(torch.rand(2, 3), regulariser)
    given.send(torch.rand(2, 3), regulariser)


train(nn.Sequential(nn.Linear(3, 3), nn.Tanh()), nn.Linear(3, 1))
