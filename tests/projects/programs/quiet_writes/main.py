"""Methods with the names of reports that change weights: through `data`, which moves no version, and in place."""
import torch
from torch import nn

from reports import dump_weights, print_summary

net = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 2))
out = net(torch.randn(4, 3))
out.pow(2).mean().backward(retain_graph=True)
print_summary(net)
out.exp().mean().backward(retain_graph=True)
# instead: pass
dump_weights(net)
out.tanh().mean().backward()  # expect: RTG103
