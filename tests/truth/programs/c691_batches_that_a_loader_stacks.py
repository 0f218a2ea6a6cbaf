"""What a loader of torch's has stacked is not None, since it refuses to stack that; what another function puts together may be."""

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


def put_together(samples):
    return torch.stack([sample["image"] for sample in samples]), None


weights = net(torch.ones(1, features)).exp().mean()
for images, labels in DataLoader(Samples(sys.argv), 2, collate_fn=put_together):
    if labels is None:
        (weights * images.mean()).backward()  # expect: RTG102
