"""A layer keeps a graph under a name that its tables and its methods find: each retain is needed by what is found."""

import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)
        self.register_buffer("last", torch.zeros(2))

    def forward(self, images):
        self.last = self.layer(images).tanh()
        return self.last


net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 2), nn.Tanh())
encoder = Encoder()
optimizer = torch.optim.SGD([*net.parameters(), *encoder.parameters()], lr=0.1)
for images in torch.randn(4, 6, 2):
    optimizer.zero_grad()
    prediction = net(images)
    net.__dict__["kept"] = prediction
    prediction.square().mean().backward(retain_graph=True)
    net.kept.sum().backward()
    prediction = net(images)
    net.register_buffer("told", prediction)
    prediction.square().mean().backward(retain_graph=True)
    net.get_buffer("told").sum().backward()
    prediction = net(images)
    net.register_buffer("told", prediction)
    prediction.square().mean().backward(retain_graph=True)
    net._buffers["told"].sum().backward()
    encoder(images).square().mean().backward(retain_graph=True)
    encoder.get_buffer("last").sum().backward()
    encoder(images).square().mean().backward(retain_graph=True)
    encoder._buffers["last"].sum().backward()
    net.told = None
    net(images).square().mean().backward(retain_graph=True)  # expect: RTG201
    net.get_submodule("0")(images).tanh().mean().backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
