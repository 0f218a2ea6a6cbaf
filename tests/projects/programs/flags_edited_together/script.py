import torch
from torch import nn

USE_MEAN = True
USE_SUM = False

net = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))
outputs = net(torch.rand(4, 3))
if USE_MEAN:
    outputs.mean().backward()
if USE_SUM:
    outputs.square().sum().backward()

KIND = "one"
MODE = "test"
if MODE == "train":
    outputs = net(torch.rand(4, 3))
    outputs.mean().backward(retain_graph=True)
    if KIND == "two":
        outputs.sum().backward()
