"""Batches of a tensor that is trained itself are built anew each time, as those of detached rows are."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

head = nn.Linear(4, 2)
rows = torch.randn(8, 4, requires_grad=True)
optimizer = torch.optim.Adam([rows, *head.parameters()])
trained = TensorDataset(rows, torch.randint(0, 2, (8,)))
print(len(trained), trained[0][0].shape, trained.tensors[0].shape)
for _ in range(2):
    for batch, labels in DataLoader(dataset=trained, batch_size=4):
        batch *= 2
        optimizer.zero_grad()
        F.cross_entropy(head(batch), labels).backward()
        optimizer.step()
for (batch,) in DataLoader(TensorDataset(torch.tanh(rows).detach()), batch_size=4):
    optimizer.zero_grad()
    head(batch).mean().backward()
    optimizer.step()
batch, labels = next(iter(DataLoader(trained, batch_size=4)))
optimizer.zero_grad()
F.cross_entropy(head(batch), labels).backward()
optimizer.step()
