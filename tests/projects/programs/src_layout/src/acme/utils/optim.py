import torch


def make_optimizer(net):
    return torch.optim.SGD(net.parameters(), lr=0.1)
