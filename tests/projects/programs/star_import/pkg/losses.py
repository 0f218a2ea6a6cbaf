import torch


def two_losses(net):
    out = net(torch.randn(4, 3))
    return out.mean(), out.pow(2).mean()
