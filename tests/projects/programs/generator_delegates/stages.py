import torch


def fresh_losses(net, count):
    for _ in range(count):
        yield net(torch.randn(4, 3)).pow(2).mean()


def all_losses(net, count):
    yield from fresh_losses(net, count)
    yield net(torch.ones(4, 3)).mean()
