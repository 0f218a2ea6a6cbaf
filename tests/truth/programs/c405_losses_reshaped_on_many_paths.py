"""Each of five losses in a dictionary, and in a list, may be averaged or not: more paths than are followed apart."""

import sys

import torch
from torch import nn

gen, dis = nn.Linear(4, 4), nn.Linear(4, 1)
opt_g = torch.optim.SGD(gen.parameters(), lr=0.1)
opt_d = torch.optim.SGD(dis.parameters(), lr=0.1)
words = set(sys.argv)
for _ in range(3):
    fake = gen(torch.randn(8, 4))
    losses = {}
    losses["d1"] = dis(fake.detach()).mean()
    losses["d2"] = dis(fake.detach()).exp().mean()
    losses["l1"] = fake.abs().mean()
    losses["l2"] = fake.exp().mean()
    losses["l3"] = fake.square().mean()
    for key in losses.keys():
        if key in words:
            losses[key] = losses[key].square()
    opt_d.zero_grad()
    (losses["d1"] + losses["d2"]).backward(retain_graph=True)  # expect: RTG201
    opt_d.step()
    opt_g.zero_grad()
    (losses["l1"] + losses["l2"] + losses["l3"]).backward()
    opt_g.step()

for x in torch.randn(3, 8, 4):
    rows = [gen(x).abs().mean(), gen(x).exp().mean(), gen(x).sin().mean(), gen(x).tanh().mean(), gen(x).sum()]
    for number in range(5):
        if str(number) in words:
            rows[number] = rows[number].square()
    opt_g.zero_grad()
    (rows[0] + rows[1]).backward(retain_graph=True)
    (rows[1] + rows[2]).backward()
    opt_g.step()
