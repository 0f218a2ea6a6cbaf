"""The optimiser's and the criterion's class are chosen by options: what they have in common is enough."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--optimizer", default="SGD")
parser.add_argument("--criterion", default="l1")
options = parser.parse_args([])
generator, critic = nn.Linear(2, 2), nn.Linear(2, 1)
g_optimizer = getattr(torch.optim, options.optimizer)(generator.parameters(), lr=0.1)
c_optimizer = {"SGD": torch.optim.SGD, "Adam": torch.optim.Adam}[options.optimizer](critic.parameters(), lr=0.1)
criterion = {"l1": nn.L1Loss, "l2": nn.MSELoss}[options.criterion]()
for _ in range(3):
    fake = generator(torch.rand(4, 2))
    loss = criterion(critic(fake), torch.zeros(4, 1))
    c_optimizer.zero_grad()
    loss.backward()  # expect: RTG301
    c_optimizer.step()
    g_loss = criterion(critic(generator(torch.rand(4, 2))), torch.ones(4, 1))
    g_optimizer.zero_grad()
    g_loss.backward()
    g_optimizer.step()
