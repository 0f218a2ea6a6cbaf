import torch


def add(net):
    return net.weight.sum()


def make(net):
    return net(torch.ones(1, 2)).exp().sum()
