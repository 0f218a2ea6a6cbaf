import torch
from torch import nn

net = nn.Sequential(nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 4))
loader = list(torch.randn(5, 2, 4))
for i, x in enumerate(loader):
    features = net(x)
    if i % 2 == 0:
        out = features
    out.square().mean().backward(retain_graph=True)
    features.sum().backward(retain_graph=i > 0)
