"""A loss that is returned before its weights are stepped for sure, or whose nodes have saved none of them, is left to callers."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 4), nn.ReLU(), nn.Linear(4, 1))
line = nn.Linear(2, 1)
optimizer = torch.optim.SGD([*net.parameters(), *line.parameters()], lr=0.1)
rounds = 0


def train_now_and_then(inputs):
    global rounds
    rounds += 1
    loss = net(inputs).square().mean()
    loss.backward(retain_graph=True)
    if rounds % 2 == 0:
        optimizer.step()
    return loss


def train_a_line(inputs):
    loss = line(inputs).square().mean()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)
    optimizer.step()
    return loss


def train_the_second_part(inputs):
    hidden = net[0](inputs)
    loss = net[2](hidden.relu()).square().mean()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)
    optimizer.step()
    return hidden


exec("""
train_now_and_then(torch.rand(3, 2)).backward()
train_a_line(torch.rand(3, 2)).backward()
train_the_second_part(torch.rand(3, 2)).sum().backward()
""")
