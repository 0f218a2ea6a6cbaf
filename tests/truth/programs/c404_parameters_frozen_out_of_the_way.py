"""What is frozen builds no graph; and the gradient of a bias alone needs nothing that a backward frees."""

import torch
from torch import nn

trunk = nn.Sequential(nn.Linear(4, 6), nn.Sigmoid(), nn.Linear(6, 6), nn.Sigmoid())
one, two = nn.Linear(6, 1), nn.Linear(6, 1)
for weight in list(trunk.parameters())[:-1]:
    weight.requires_grad = False
trunk[2].bias.requires_grad_(False)
features = trunk(torch.randn(3, 4))
one(features).mean().backward()
two(features).mean().backward()

shift = nn.Linear(4, 6)
shift.weight.requires_grad = False
moved = shift(torch.randn(3, 4))
one(moved).mean().backward()
two(moved).mean().backward()
optimizer = torch.optim.SGD([*one.parameters(), *two.parameters(), shift.bias], lr=0.1)
optimizer.step()

for name, weight in trunk.named_parameters():
    if name.split(".")[0] == "2":
        weight.requires_grad_(True)
features = trunk(torch.randn(3, 4))
one(features).mean().backward(retain_graph=True)  # expect: RTG201
