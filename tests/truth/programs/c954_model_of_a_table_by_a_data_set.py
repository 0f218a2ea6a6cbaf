"""What an opaque table of networks makes is a network, though it is given the name of a data set."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--arch", default="small")
parser.add_argument("--dataset", default="digits10")
args = parser.parse_args()

networks = eval("{'small': lambda num_classes: __import__('torch').nn.Linear(2, num_classes)}")
net = nn.DataParallel(networks[args.arch](num_classes=int(args.dataset[6:])))
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for x in torch.randn(3, 3, 2):
    loss = criterion(net(x), torch.zeros(3, dtype=torch.long))
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
