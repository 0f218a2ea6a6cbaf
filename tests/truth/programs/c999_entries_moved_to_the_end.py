"""`move_to_end` of an OrderedDict says which entry comes last, or first."""

from collections import OrderedDict

import torch
from torch import nn

body, head = nn.Linear(4, 4), nn.Linear(4, 1)


def compute_features():
    return body(torch.rand(2, 4)).tanh()


def train_in_order():
    features = compute_features()
    parts = OrderedDict(body=1, head=2)
    parts.move_to_end("body")
    for part in parts:
        if part == "head":
            head(features).sum().backward(retain_graph=True)
        else:
            features.sum().backward()


def train_from_the_end():
    features = compute_features()
    losses = OrderedDict(head=head(features).sum(), body=features.sum())
    losses.move_to_end("head")
    losses.popitem()[1].backward(retain_graph=True)
    losses.popitem()[1].backward()


def train_the_latest():
    cached = OrderedDict()
    for i in range(3):
        cached[i] = compute_features()
        cached.move_to_end(i, last=False)
    features = cached.popitem(last=False)[1]
    head(features).sum().backward(retain_graph=True)
    features.sum().backward()


if __name__ == "__main__":
    train_in_order()
    train_from_the_end()
    train_the_latest()
