"""What a generator makes is appended to the batch that a step is given, and taken out of it again by its place."""

import torch
from torch import nn

G, D = nn.Linear(2, 2), nn.Linear(4, 1)
opt_g = torch.optim.SGD(G.parameters(), lr=0.1)
opt_d = torch.optim.SGD(D.parameters(), lr=0.1)
SOURCE, REAL, FAKE = 0, 1, 2


def train_d(images):
    real, fake = torch.cat((images[SOURCE], images[REAL]), 1), torch.cat((images[SOURCE], images[FAKE].detach()), 1)
    loss = D(real).mean() - D(fake).mean()
    opt_d.zero_grad()
    loss.backward()
    opt_d.step()


def train_g(images):
    loss = D(torch.cat((images[SOURCE], images[FAKE]), 1)).mean()
    opt_g.zero_grad()
    loss.backward()
    opt_g.step()


def train(batch):
    batch.append(G(batch[SOURCE]))
    train_d(batch)
    train_g(batch)


def make_batches():
    return [[torch.randn(3, 2), torch.randn(3, 2)] for _ in range(2)]


for batch in eval("make_batches()"):
    train(batch)
