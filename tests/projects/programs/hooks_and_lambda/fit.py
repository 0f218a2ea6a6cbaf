import torch
from torch import nn

LOSSES = {"l1": lambda out: out.abs().mean(), "l2": lambda out: out.pow(2).mean()}


def send(optimizer, net, batch, loss):
    optimizer.zero_grad()
    value = loss(net(batch))
    value.backward()
    return value


def fit(kind):
    net = nn.Sequential(nn.Linear(3, 3), nn.Tanh())
    optimizer = torch.optim.LBFGS(net.parameters(), max_iter=3)
    batch = torch.randn(4, 3)
    for _ in range(2):
        optimizer.step(lambda: send(optimizer, net, batch, LOSSES[kind]))
    out = net(batch)
    both = [LOSSES[name](out) for name in ("l1", "l2")]
    both[0].backward()
    both[-1].backward()  # expect: RTG101
