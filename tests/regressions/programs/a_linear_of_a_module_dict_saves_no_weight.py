import torch
from torch import nn

actor = nn.Linear(4, 4)
nets = nn.ModuleDict({"actor": actor})
optimizer = torch.optim.SGD(nets["actor"].parameters(), lr=0.1)
out = nets["actor"](torch.randn(2, 4))
out.pow(2).mean().backward(retain_graph=True)
optimizer.step()
out.norm().backward()
