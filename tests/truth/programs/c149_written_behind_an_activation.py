"""What writes behind an activation harms those that save what they wrote, in training, and no others."""

import torch
from torch import nn


def fit(net, *, steps=2):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(steps):
        optimizer.zero_grad()
        net(torch.randn(5, 3)).mean().backward()
        optimizer.step()


class Residual(nn.Module):
    def __init__(self, activation):
        super().__init__()
        self.inside = nn.Linear(3, 3)
        self.activation = activation

    def forward(self, x):
        out = self.activation(self.inside(x))
        out += x
        return out


def with_dropout(activation):
    return nn.Sequential(nn.Linear(3, 4), activation, nn.Dropout(inplace=True), nn.Linear(4, 1))


fit(with_dropout(nn.LeakyReLU(0.2)))
fit(with_dropout(nn.ELU()))
fit(with_dropout(nn.SiLU(inplace=True)))
fit(with_dropout(nn.ReLU6(inplace=True)))
fit(with_dropout(nn.Hardtanh(inplace=True)))
fit(with_dropout(nn.LeakyReLU(0.2, inplace=True)).eval())
fit(nn.Sequential(nn.Linear(3, 4), nn.Dropout(inplace=True), nn.LeakyReLU(0.2, inplace=True), nn.Linear(4, 1)))
fit(Residual(nn.LeakyReLU(0.1)))
fit(Residual(nn.Mish(inplace=True)))
fit(Residual(nn.Hardswish(inplace=True)))


def safely(net):
    for part in net.modules():
        if isinstance(part, nn.LeakyReLU):
            part.inplace = False
    return net


fit(safely(with_dropout(nn.LeakyReLU(0.2, inplace=True))))
by_index = with_dropout(nn.SELU(inplace=True))
by_index[2].inplace = False
fit(by_index)
without_noise = with_dropout(nn.CELU(inplace=True))
without_noise[2].p = 0
fit(without_noise)


class Wrapped(nn.Module):
    def __init__(self):
        super().__init__()
        self.inside = with_dropout(nn.LeakyReLU(0.2, inplace=True))

    def forward(self, x):
        return self.inside(x)


def without_writes(part):
    if isinstance(part, nn.Dropout):
        part.inplace = False


applied = Wrapped()
applied.apply(without_writes)
fit(applied)
asked = Wrapped()
for one in asked.modules():
    if hasattr(one, "inplace"):
        one.inplace = False
fit(asked)
