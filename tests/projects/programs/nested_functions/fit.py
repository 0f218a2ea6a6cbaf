import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 2), nn.Tanh())


def fit():
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    out = None

    def forward():
        nonlocal out
        out = net(torch.randn(4, 3))

    def backward(loss, retain):
        loss.backward(retain_graph=retain)

    for _ in range(2):
        optimizer.zero_grad()
        forward()
        backward(out.mean(), True)
        backward(out.pow(2).mean(), False)
        optimizer.step()


def make_steps():
    kept = {"loss": net(torch.randn(4, 3)).mean()}
    return lambda: kept["loss"].backward(), lambda: kept["loss"].backward()  # expect: RTG101
