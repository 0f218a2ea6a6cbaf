"""Two losses on weights that one step of adaptation has computed share its graph."""

import torch
from torch import nn
from torch.func import functional_call

net = nn.Sequential(nn.Linear(1, 8), nn.ReLU(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for step in range(2):
    optimizer.zero_grad()
    for task in range(2):
        params = dict(net.named_parameters())
        loss = functional_call(net, params, (torch.randn(5, 1),)).square().mean()
        grads = torch.autograd.grad(loss, params.values(), create_graph=True)
        fast = {name: p - 0.1 * grad for (name, p), grad in zip(params.items(), grads)}
        query = functional_call(net, fast, (torch.randn(5, 1),)).square().mean()
        query.backward()
        functional_call(net, params, (torch.randn(5, 1),)).square().mean().backward()
    total = 0.0
    for task in range(2):
        params = dict(net.named_parameters())
        total = total + functional_call(net, params, (torch.randn(5, 1),)).square().mean()
        total.backward()  # expect: RTG102
    optimizer.step()
