"""What an option's text answers once it answers always: no iteration takes neither branch."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--kind", default="wgan-gp")
args = parser.parse_args()

D = nn.Sequential(nn.Linear(2, 2), nn.Tanh(), nn.Linear(2, 1))
optimizer = torch.optim.SGD(D.parameters(), lr=0.1)
for _ in range(3):
    real, fake = D(torch.rand(4, 2)), D(torch.rand(4, 2))
    if args.kind == "gan":
        loss = nn.functional.softplus(fake).mean() + nn.functional.softplus(-real).mean()
    elif args.kind.find("wgan") >= 0:
        loss = fake.mean() - real.mean()
        if args.kind.endswith("gp"):
            loss = loss + D(torch.rand(4, 2)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
