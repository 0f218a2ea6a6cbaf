"""A loader that is given a function to put batches together may give None."""

import sys

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

features = 2 + len(sys.argv[1:])


class Samples(Dataset):
    def __len__(self):
        return 4

    def __getitem__(self, index):
        return {"image": torch.rand(features)}


def put_together(samples):
    return torch.stack([sample["image"] for sample in samples]), None


net = nn.Linear(features, 1)
weights = net(torch.ones(1, features)).exp().mean()
for images, labels in DataLoader(Samples(), 2, collate_fn=put_together):
    if labels is None:
        (weights * images.mean()).backward()  # expect: RTG102
