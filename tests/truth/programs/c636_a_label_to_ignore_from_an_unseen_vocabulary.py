"""What an unseen object gives for `ignore_index`, `dim` or `padding_idx` is a number: the loss has no graph of its own there."""

import sys
from types import SimpleNamespace

import torch
import torch.nn.functional as F
from torch import nn

sys.modules["vocabularies"] = SimpleNamespace(Field=lambda: SimpleNamespace(places={"<pad>": 1}, axis=1))

from vocabularies import Field  # noqa: E402


def train(net, optimizer, batches):
    field = Field()
    pad = field.places["<pad>"]
    for x in batches:
        optimizer.zero_grad()
        scores = F.log_softmax(net(x), dim=field.axis)
        loss = F.nll_loss(scores, torch.tensor([0, 1, 0]), ignore_index=pad)
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()


net = nn.Linear(2, 2)
train(net, torch.optim.SGD(net.parameters(), lr=0.1), torch.randn(4, 3, 2))
