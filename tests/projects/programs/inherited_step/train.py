"""The step is inherited from a class that is seen only in what derives from it; its other method no script calls."""
import torch
from torch import nn, optim

from protonet import ProtoNet

model = ProtoNet(lambda: nn.Sequential(nn.Linear(3, 3), nn.Tanh()))
model.train_loop([torch.randn(4, 3) for _ in range(2)], optim.SGD(model.parameters(), lr=0.1))
