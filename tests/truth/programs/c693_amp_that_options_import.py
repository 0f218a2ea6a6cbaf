"""A local variable that is None is asked for nothing: what is behind that does not run. Apex's `amp` may have any name."""

import sys

import torch
from torch import nn

exec("""
import contextlib


class Amp:
    @contextlib.contextmanager
    def scale_loss(self, loss, optimizer):
        yield loss * 2.0


precision = Amp()
""")


def train(net, optimizer, data, mixed, amp):
    for batch in data:
        loss = net(batch).square().mean()
        optimizer.zero_grad()
        if mixed:
            with amp.scale_loss(loss, optimizer) as scaled:
                scaled.backward(retain_graph=True)  # expect: RTG201
        else:
            loss.backward()
        optimizer.step()


def main(devices, mixed):
    net = nn.Linear(2, 2)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    amp = None
    if devices:
        if mixed:
            amp = precision  # noqa: F821
    for _ in range(2):
        train(net, optimizer, torch.randn(3, 1, 2), mixed, amp)


main(len(sys.argv) < 8, len(sys.argv) < 9)
