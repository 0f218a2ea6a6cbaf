"""A network's buffers are in the graph; loading a state writes them, in copies of copies too, wherever they are kept."""

import copy

import torch
from torch import nn

torch.manual_seed(0)


class Scaled(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.inner = nn.Linear(2, 2)
        self.register_buffer("scale", torch.ones(2))
        self.register_buffer("shift", torch.zeros(2))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.inner(x) * self.scale + self.shift


net = nn.Sequential(Scaled(), nn.Tanh())
kept = {"nets": [net, (copy.deepcopy(net), torch.ones(2))]}
copies = copy.deepcopy(kept)
twin = copies["nets"][1][0]
state = net.state_dict()
x = torch.randn(4, 2)

loss = net(x).sum()
twin.load_state_dict(state)
loss.backward(retain_graph=True)
loss.backward()

loss = twin(x).sum()
twin.load_state_dict(state)
loss.backward()  # expect: RTG103
