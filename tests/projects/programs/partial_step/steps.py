import torch


def send(loss, retain_graph=False):
    loss.backward(retain_graph=retain_graph)  # expect: RTG201


def train_step(net, optimizer, send):
    out = net(torch.randn(4, 3))
    optimizer.zero_grad()
    out.mean().backward(retain_graph=True)
    send(out.pow(2).mean())
    optimizer.step()
