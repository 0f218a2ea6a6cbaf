import argparse

import models
import torch
from torch import nn


def train(batches, model, optimizer):
    head = torch.optim.SGD(model.head.parameters(), lr=0.1)
    for batch, labels in batches:
        loss = nn.functional.cross_entropy(model(batch), labels)
        optimizer.zero_grad()
        head.zero_grad()
        loss.backward()
        optimizer.step()
        head.step()


parser = argparse.ArgumentParser()
parser.add_argument("--arch", default="narrow")
options = parser.parse_args([])
model = models.__dict__[options.arch]()
size = int(model.head.weight.size()[1])
model.head = None
optimizer = torch.optim.SGD(filter(lambda weight: weight.requires_grad, model.parameters()), lr=0.1)
for epoch in range(3):
    model.head = nn.Linear(size, 2)
    model.head.weight.data.normal_(0, 0.01)
    train([(torch.randn(2, 4), torch.tensor([0, 1]))] * 2, model, optimizer)
