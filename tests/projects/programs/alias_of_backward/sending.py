import torch
from torch.autograd import backward as run

send = torch.autograd.backward


def train(net, x):
    for _ in range(2):
        send(net(x).exp().sum(), retain_graph=True)  # expect: RTG201


def train_apart(net, x):
    for _ in range(2):
        run(net(x).exp().sum(), retain_graph=True)  # expect: RTG201
