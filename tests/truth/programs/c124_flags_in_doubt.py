"""Whether a parameter requires grad is in doubt: then nothing is known to be thrown away."""

import torch
from torch import nn

off = eval("False")
critic = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
d_optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)


def switch(net, flag):
    for parameter in net.parameters():
        parameter.requires_grad = flag


generator = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 4))
g_optimizer = torch.optim.SGD(generator.parameters(), lr=0.1)
for step in range(3):
    switch(generator, off)
    fake = generator(torch.randn(6, 2))
    d_loss = critic(fake).mean() - critic(torch.randn(6, 4)).mean()
    d_optimizer.zero_grad()
    d_loss.backward()
    d_optimizer.step()
    switch(generator, True)
    g_optimizer.zero_grad()
    g_loss = -critic(generator(torch.randn(6, 2))).mean()
    g_loss.backward()
    g_optimizer.step()

target, net = nn.Linear(4, 1).requires_grad_(off), nn.Linear(4, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for step in range(3):
    x = torch.randn(6, 4)
    loss = nn.functional.mse_loss(net(x), target(x))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
