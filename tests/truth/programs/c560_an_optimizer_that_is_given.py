"""Whatever an annotated optimiser owns: of what its steps use, nothing is cleared in between. (The call is out of sight.)"""

from __future__ import annotations

import torch
from torch import nn


def train(model: nn.Module, optimizer: torch.optim.Optimizer, batches) -> None:
    model.train()
    for x in batches:
        loss = model(x).square().mean()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()  # expect: RTG304


exec(
    """
model = nn.Sequential(nn.Linear(4, 4), nn.Tanh())
train(model, torch.optim.SGD(model.parameters(), lr=0.1), [torch.ones(2, 4)] * 3)
"""
)
