import torch
from model import Model
from torch import nn

net = nn.Sequential(nn.Linear(4, 4), nn.Tanh())
model = Model(net, torch.optim.SGD(net.parameters(), 0.1))
for x in torch.rand(2, 2, 4):
    model.set_input(x)
    model.train()
for x in torch.rand(2, 2, 4):
    model.set_input(x)
    model.forward()
    model.train_on_means()
