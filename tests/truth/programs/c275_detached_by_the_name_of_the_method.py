"""A function out of sight is given the name of the method: what it returns hangs on no graph any more."""

import torch
from torch import nn

apply = eval("lambda value, name: getattr(value, name)()")
encoder = nn.Sequential(nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 4))
critic = nn.Sequential(nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 1))
model_optimizer = torch.optim.SGD(encoder.parameters(), lr=0.1)
value_optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)

for x in torch.randn(3, 2, 4):
    code = encoder(x)
    features = apply(code, "detach")
    model_loss = code.square().mean()
    value_loss = critic(features).square().mean()
    model_optimizer.zero_grad()
    value_optimizer.zero_grad()
    model_loss.backward()
    model_optimizer.step()
    value_loss.backward()
    value_optimizer.step()
