"""One function sends all losses backward: whether it retains is judged where True is written."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def compute():
    return net(torch.randn(6, 2))


def send_back(loss, retain_graph=False):
    loss.backward(retain_graph=retain_graph)


def send_both_back(first, second, retain=None):
    send_back(first, retain)
    second.backward(None, retain)  # expect: RTG201


def send_anything_back(*args, **kwargs):
    send_back(*args, **kwargs)


def send_told_back(loss, retain):
    loss.backward(retain_graph=retain)


def step_unless_kept(loss, keep=False):
    loss.backward(retain_graph=keep)
    if not keep:
        optimizer.zero_grad()


def look_up(loss, **options):
    loss.backward(retain_graph=options["retain"])


def send_back_for_nothing(loss, retain_graph=False):
    loss.backward(retain_graph=retain_graph)  # expect: RTG201


class Runner:
    def __init__(self, retain):
        self.retain = retain

    def manual_backward(self, loss, *args, **kwargs):
        self.run_engine(loss, *args, **kwargs)

    def run_engine(self, loss, *args, **kwargs):
        loss.backward(*args, **kwargs)

    def by_option(self, loss):
        loss.backward(retain_graph=self.retain)


runner, other = Runner(True), Runner(retain=True)
for _ in range(3):
    optimizer.zero_grad()
    out = compute()
    send_back(out.mean(), retain_graph=True)
    send_back(out.square().mean(), retain_graph=True)  # expect: RTG201
    send_back(compute().mean(), True)  # expect: RTG201
    send_back(compute().mean())
    out = compute()
    send_both_back(out.mean(), compute().mean(), retain=True)
    send_both_back(compute().mean(), out.mean(), retain=True)  # expect: RTG201
    out = compute()
    send_anything_back(out.mean(), retain_graph=True)
    send_anything_back(out.mean(), True)  # expect: RTG201
    send_back_for_nothing(compute().mean(), retain_graph=True)
    send_back_for_nothing(compute().mean(), retain_graph=True)
    out = compute()
    send_told_back(out.mean(), True)
    send_told_back(out.mean(), True)  # expect: RTG201
    out = compute()
    runner.manual_backward(out.mean(), retain_graph=True)
    runner.manual_backward(out.mean(), None, True)  # expect: RTG201
    out = compute()
    runner.by_option(out.mean())
    out.mean().backward()
    other.by_option(compute().mean())
    out = compute()
    step_unless_kept(out.mean(), keep=True)
    step_unless_kept(out[:3].mean())
    step_unless_kept(compute().mean(), keep=True)
    out = compute()
    look_up(out.mean(), retain=True)
    look_up(out.mean(), retain=True)
    optimizer.step()
