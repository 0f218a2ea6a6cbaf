"""An optimiser whose parameters are collected by code that cannot be seen steps what no other one owns: nothing is lost."""

from itertools import *
from operator import methodcaller

import torch
from torch import nn

encoder, decoder, critic = nn.Linear(3, 3), nn.Linear(3, 3), nn.Linear(6, 1)
both = torch.optim.Adam(chain(encoder.parameters(), decoder.parameters()), lr=0.1)
own = torch.optim.Adam(critic.parameters(), lr=0.1)


def clear():
    for net in (encoder, decoder, critic):
        net.zero_grad()


for step in range(3):
    x, z = torch.randn(4, 3), torch.randn(4, 3)
    real, fake = torch.cat([x, encoder(x)], 1), torch.cat([decoder(z), z], 1)
    critic_loss = (critic(real) - critic(fake)).mean()
    critic_loss.backward()
    own.step()
    both.step()
    clear()

    loss = (critic(torch.cat([decoder(z), z], 1)) - critic(torch.cat([x, encoder(x)], 1))).mean()
    loss.backward()
    both.step()
    clear()

features, head = nn.Sequential(nn.Linear(3, 4), nn.Tanh()), nn.Linear(4, 1)
collected = torch.optim.SGD(methodcaller("parameters")(features), lr=0.1)
seen = torch.optim.SGD(head.parameters(), lr=0.1)
for step in range(3):
    loss = head(features(torch.randn(4, 3))).square().mean()
    loss.backward()
    seen.step()
    collected.step()
    features.zero_grad()
    head.zero_grad()
