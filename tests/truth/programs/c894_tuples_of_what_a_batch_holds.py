"""A tuple that is made of the parts of a batch has as many items as the batch has parts."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
parts = [torch.rand(6, 2), torch.rand(6, 1), torch.rand(6, 1), torch.rand(6, 1)]
for batch in DataLoader(TensorDataset(*parts), batch_size=3):
    batch = tuple(part.to("cpu") for part in batch)
    given, wanted, weight, shift = batch
    loss = (weight * (net(given) + shift - wanted) ** 2).mean()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
for batch in DataLoader(TensorDataset(*parts), batch_size=3):
    batch = tuple(part.to("cpu") for part in batch)
    loss = net(batch[0]).exp().mean()
    if not isinstance(batch, tuple):
        loss.backward()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
for batch in DataLoader(TensorDataset(*parts), batch_size=3):
    moved = []
    for part in batch:
        moved.append(part.to("cpu"))
    given, wanted, weight, shift = tuple(moved)
    given, wanted, weight, shift, scale = (*(part.clone() for part in batch), 2.0)
    loss = (scale * weight * (net(given) + shift - wanted) ** 2).mean()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
