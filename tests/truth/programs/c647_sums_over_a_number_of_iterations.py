"""Losses summed over a number of iterations that an option gives, and over what is left at the end: no two iterations in a row send
the sum backward."""

import argparse
import torch
from torch import nn
from torch.utils.data import DataLoader

parser = argparse.ArgumentParser()
parser.add_argument("--batch_size", type=int, default=4)
args = parser.parse_args([])
net = nn.Sequential(nn.Linear(2, 2), nn.Tanh(), nn.Linear(2, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
loader = DataLoader(torch.randn(10, 2), batch_size=1)


def train():
    first = True
    count = 0
    loader_len = len(loader)
    turn_point = int(loader_len / args.batch_size) * args.batch_size + loader_len % args.batch_size - 1
    for cnt, x in enumerate(loader):
        count += 1
        optimizer.zero_grad()
        out = net(x)
        if count % args.batch_size != 0 and cnt != turn_point:
            l = out.square().mean()
            if first:
                loss = l
                first = False
            else:
                loss += l
        else:
            loss = loss / args.batch_size
            first = True
            loss.backward()
            optimizer.step()


train()


def train_whole_groups():
    first, count = True, 0
    for x in loader:
        count += 1
        optimizer.zero_grad()
        part = net(x).square().mean()
        if count % args.batch_size != 0:
            loss = part if first else loss + part
            first = False
        else:
            loss = loss / args.batch_size
            first = True
            loss.backward()
            optimizer.step()


train_whole_groups()
