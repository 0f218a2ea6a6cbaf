"""What a loader of torch's has stacked is not None, since it refuses to stack that."""

import sys

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

features = 2 + len(sys.argv[1:])


class Samples(Dataset):
    def __init__(self, options):
        self.options = options

    def __len__(self):
        return 4

    def __getitem__(self, index):
        return {"image": torch.rand(features), "label": torch.rand(1)}


class Criterion(nn.Module):
    def forward(self, output, labels=None):
        if labels is None:
            return output.data
        error = nn.functional.mse_loss(output, labels)
        return error, error.item()


net = nn.Linear(features, 1)
criterion = Criterion()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for batch in DataLoader(Samples(sys.argv), batch_size=2, shuffle=True):
    losses = [[], []]
    for place, item in enumerate(criterion(net(batch["image"]), batch["label"])):
        losses[place].append(item)
    loss = [sum(items) for items in losses][0]
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
