"""Networks whose passes were alike run something else later: a probe from a list, or a part that reads a switch of the file."""

import torch
from torch import nn

torch.manual_seed(0)
SWITCHES = {"keep": False}
KEEP = False


def make_stepper(optimizer):
    def run():
        optimizer.step()

    return run


def ignore(y):
    return None


def send(y):
    y.square().mean().backward(retain_graph=True)


PROBES = [ignore]


class Part(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.kept = nn.Sequential(nn.Linear(4, 4), nn.Tanh()), None

    def forward(self, x):
        y = self.body(x).exp()
        if KEEP:
            y = y if self.kept is None else y + self.kept
            self.kept = y
        return y


class Net(nn.Module):
    """Its pass is long enough to be remembered."""

    def __init__(self):
        super().__init__()
        self.parts = nn.ModuleList([nn.Linear(4, 4) for _ in range(4)])
        self.part, self.head, self.tail = Part(), nn.Linear(4, 4), nn.Linear(4, 1)

    def forward(self, x):
        x = torch.relu(self.parts[0](x)) + torch.tanh(self.parts[1](x)) * torch.sigmoid(self.parts[2](x))
        x = torch.relu(self.parts[3](x)).clamp(min=0.1).log().exp() + x.abs().mean(1, keepdim=True)
        for part in self.parts:
            x = torch.tanh(part(x).abs().sqrt() + 1) * part(x).sigmoid() + part(x * 2).clamp(-1, 1).square().exp()
        x = torch.softmax(self.head(x), 1) + self.part(x).log_softmax(1) + self.part(x * 2).sigmoid()
        return self.tail(x / (1 + x.square().sum(1, keepdim=True)).sqrt()).exp()


class Probed(Net):
    def forward(self, x):
        y = super().forward(x)
        PROBES[0](y)
        return y


plain, probed = Net(), Probed()
steppers = [make_stepper(torch.optim.SGD(net.parameters(), lr=0.01)) for net in (plain, probed)]
for _ in range(2):
    for x in torch.randn(3, 2, 4):
        plain.zero_grad()
        plain(x).mean().backward(retain_graph=True)  # expect: RTG201
        steppers[0]()
        probed.zero_grad()
        probed(x).mean().backward()
        steppers[1]()

PROBES[0] = send
for x in torch.randn(3, 2, 4):
    probed.zero_grad()
    probed(x).mean().backward()
    steppers[1]()

KEEP = True
for x in torch.randn(3, 2, 4):
    plain.zero_grad()
    plain(x).mean().backward(retain_graph=True)
