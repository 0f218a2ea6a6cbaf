import torch
from torch import nn

class Memory:
    last = None


memory = Memory()


def show(values):
    scaled = values - values.min()
    if scaled.max() > 0:
        scaled = scaled / scaled.max()
    if len(scaled.shape) > 1:
        scaled[0, :] = 0
    else:
        scaled[0] = 0
    return scaled


def report(net, batches, options, loss):
    net.eval()
    for batch in batches:
        if options.noisy:
            batch = batch + torch.randn_like(batch)
        if options.scaled:
            batch = batch * 2
        out = net(batch)
        if options.absolute:
            out = out.abs()
        elif options.squared:
            out = out.square()
        picture = out.detach().numpy()
        for row in picture:
            if options.shown:
                print(show(row).sum() > 100, end="")
            if options.flipped:
                row = row[::-1]
            picture[:, 0] *= 2
        if options.closed:
            print(show(picture).sum() > 100)
    net.train()
    memory.last = loss


def _train(net, optimizer, batches, options):
    for batch in batches:
        if options.noisy:
            batch = batch + torch.randn_like(batch)
        loss = net(batch).square().sum()
        if options.scaled:
            loss = loss * 2
        optimizer.zero_grad()
        loss.backward(retain_graph=True)
        if memory.last is not None:
            memory.last.backward()
        report(net, batches, options, loss)


class Options:
    noisy = scaled = absolute = squared = shown = flipped = closed = False


layers = nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2))
globals()["_tr" + "ain"](layers, torch.optim.SGD(layers.parameters(), 0.1), [torch.randn(3, 2)] * 3, Options)
