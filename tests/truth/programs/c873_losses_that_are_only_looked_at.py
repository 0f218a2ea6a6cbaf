"""What was sent backward is compared in a test, and given to an object that computes a loss of it, which is only printed."""

import unittest

import torch
from torch import nn


class Mode:
    def get_loss(self, out: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
        return (out - target).pow(2).mean()


class TestLoss(unittest.TestCase):
    def test_gradients(self) -> None:
        x = torch.rand(3, 3, requires_grad=True)
        loss = torch.log_softmax(x, 1).diag().mean()
        loss.backward(retain_graph=True)  # expect: RTG201
        self.assertEqual(loss, torch.log_softmax(x, 1).diag().mean())


TestLoss().test_gradients()
net, mode = nn.Linear(3, 1), eval("Mode()")
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    out = net(torch.rand(2, 3))
    loss = out.pow(2).mean()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
    print(mode.get_loss(out, torch.zeros(2, 1)).item())
