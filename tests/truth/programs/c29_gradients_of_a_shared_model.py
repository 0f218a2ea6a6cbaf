"""A worker hands its gradients to the shared model under their private name: the step is no idle one."""

import torch
from torch import nn

shared, worker = nn.Linear(2, 1), nn.Linear(2, 1)
optimizer = torch.optim.SGD(shared.parameters(), lr=0.1)
for _ in range(3):
    worker.load_state_dict(shared.state_dict())
    worker.zero_grad()
    worker(torch.rand(4, 2)).square().mean().backward()
    for theirs, ours in zip(shared.parameters(), worker.parameters()):
        theirs._grad = ours.grad
    optimizer.step()
