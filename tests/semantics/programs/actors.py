# %% prelude
import ray
import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
opt = torch.optim.SGD(net.parameters(), lr=0.1)


@ray.remote
class Sampler:
    def __init__(self, width):
        self.width = width

    def draw(self, size):
        return torch.ones(size, self.width), torch.zeros(size, 1)


sampler = Sampler.remote(2)

# %% what another process hands over is on no graph of this one
inputs, targets = ray.get(sampler.draw.remote(3))
for _ in range(3):
    opt.zero_grad()
    loss = (net(inputs) - targets).square().mean()
    loss.backward(retain_graph=True)  # expect: RTG201
    opt.step()

# %% what is computed of it here is on one
inputs, targets = ray.get(sampler.draw.remote(3))
shared = net(inputs)
for _ in range(3):
    loss = (shared - targets).square().mean()
    loss.backward(retain_graph=True)
shared.mean().backward()

# %% several at once
rows = ray.get([sampler.draw.remote(3) for _ in range(2)])
for inputs, targets in rows:
    opt.zero_grad()
    loss = (net(inputs) - targets).square().mean()
    loss.backward(retain_graph=True)  # expect: RTG201
    opt.step()
