"""Gradients are thrown away in what one of two networks takes in. One of them does more to it first, in a file of its own;
both are called from this one."""
import sys

import torch
from torch import nn

from large import Large
from small import Small

encoder = nn.Linear(2, 4)
head = Large() if len(sys.argv) > 3 else Small()
encoder_optimizer = torch.optim.SGD(encoder.parameters(), lr=0.1)
head_optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
for x in torch.randn(3, 4, 2):
    encoder_optimizer.zero_grad()
    head_optimizer.zero_grad()
    head(encoder(x)).square().mean().backward()
    encoder_optimizer.step()
    head_optimizer.step()

    head_optimizer.zero_grad()
    features = encoder(x)
    # instead: loss = head(features.detach()).abs().mean()
    loss = head(features).abs().mean()
    loss.backward()  # expect: RTG301
    head_optimizer.step()
