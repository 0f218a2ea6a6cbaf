"""Loading a state writes the buffers of a network and of its parts, and nothing else that it holds; so does a loop over them."""

import torch
from torch import nn

torch.manual_seed(0)
w = torch.ones(2, requires_grad=True)


class Scaled(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("scale", torch.ones(2))
        self.kept = torch.ones(2)
        self.norm = nn.BatchNorm1d(2)


class Outer(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.inner = nn.ModuleList([nn.Sequential(Scaled())])
        self.register_buffer("shift", torch.ones(2))


net = Outer()
state = net.state_dict()
scaled = net.inner[0][0]

loss = (w * scaled.kept).sum()
net.load_state_dict(state)
loss.backward()

loss = (w * scaled.norm.running_mean).sum()
for buffer in scaled.buffers(recurse=False):
    buffer.mul_(2)
loss.backward()

loss = (w * scaled.kept).sum()
for buffer in net.buffers():
    buffer.mul_(2)
loss.backward()

linear = nn.Linear(2, 2)
loss = (w * linear.bias).sum()
for _, buffer in linear.named_buffers():
    buffer.mul_(2)
for _, buffer in scaled.named_buffers("", False):
    buffer.mul_(2)
loss.backward()

loss = (w * net.shift * scaled.scale * scaled.norm.running_mean).sum()
loss.backward(retain_graph=True)
loss.backward()

loss = (w * scaled.scale).sum()
net.load_state_dict(state)
loss.backward()  # expect: RTG103
