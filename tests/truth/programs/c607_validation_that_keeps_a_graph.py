import torch
from torch import nn


class Memory:
    last = None


memory = Memory()


def report(net, batches, options, loss):
    for batch in batches:
        for choice in options:
            out = net(batch) * 2 if choice else net(batch)
            if out.sum() > 100:
                print(choice)
            elif out.sum() > 10:
                out = out / 2
            out.detach().numpy()[:, 0] *= 2
    memory.last = loss


def _train(net, batches, options):
    loss = net(batches[0]).square().sum()
    loss.backward()
    report(net, batches, options, loss)
    loss = net(batches[1]).square().sum()
    loss.backward()
    report(net, batches, options, loss)
    loss = net(batches[2]).square().sum()
    loss.backward(retain_graph=True)
    report(net, batches, options, loss)
    memory.last.backward()


globals()["_tr" + "ain"](nn.Linear(2, 2), [torch.randn(3, 2) for _ in range(3)], [True, False])
