"""The second result of `min` along a dimension says where: no graph goes on from it."""

import torch
from torch import nn

torch.manual_seed(0)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(4, 6), nn.Tanh(), nn.Linear(6, 3))
        self.codebook = nn.Embedding(5, 3)
        self.decoder = nn.Sequential(nn.Linear(3, 6), nn.Tanh(), nn.Linear(6, 4))

    def nearest(self, z):
        distances = torch.pow(z.unsqueeze(1) - self.codebook.weight[None], 2).sum(2)
        return distances.min(1)[1]

    def forward(self, x):
        encoded = self.encoder(x)
        quantised = self.codebook(self.nearest(encoded)) * 1.5
        return self.decoder(quantised), encoded, quantised


def straight_through(net, opt, x):
    opt.zero_grad()
    out, encoded, quantised = net(x)
    quantised.retain_grad()
    (out - x).square().mean().backward(retain_graph=True)
    encoded.backward(quantised.grad, retain_graph=True)
    net.codebook.zero_grad()
    (quantised - encoded.detach()).square().mean().backward(retain_graph=True)  # expect: RTG201
    (encoded - quantised.detach()).square().mean().backward()
    opt.step()


def best(net, opt, x):
    opt.zero_grad()
    encoded = net.encoder(x)
    values, places = encoded.topk(2)
    net.codebook(places).exp().mean().backward(retain_graph=True)  # expect: RTG201
    values.exp().mean().backward()
    opt.step()


def least(net, opt, x):
    opt.zero_grad()
    encoded = net.encoder(x)
    values = encoded.min(dim=1)[0]
    values.exp().mean().backward(retain_graph=True)
    encoded.exp().mean().backward()
    opt.step()


net = Net()
opt = torch.optim.Adam(net.parameters(), lr=0.1)
for _ in range(3):
    straight_through(net, opt, torch.randn(8, 4))
    best(net, opt, torch.randn(8, 4))
    least(net, opt, torch.randn(8, 4))
