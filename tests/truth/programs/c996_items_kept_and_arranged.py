"""Which items filter() keeps, and in which rows itertools puts known ones, is known where the items are: each row comes once."""

import itertools

import torch
from torch import nn

body, head = nn.Linear(4, 4), nn.Linear(4, 1)


def compute_features():
    return body(torch.rand(2, 4)).tanh()


def train_what_is_there():
    features = compute_features()
    for loss in filter(lambda loss: loss is not None, [head(features).sum(), None, features.sum()]):
        loss.backward(retain_graph=True)
    features.mean().backward()


def train_what_is_true():
    features = compute_features()
    for part in filter(None, [0, 1, 2]):
        if part == 1:
            head(features).sum().backward(retain_graph=True)
        else:
            features.sum().backward()


def train_grid():
    features = compute_features()
    for first, second in itertools.product([0, 1], repeat=2):
        if (first, second) == (1, 1):
            features.sum().backward()
        else:
            (first * head(features)).sum().backward(retain_graph=True)


def train_groups():
    features = compute_features()
    for part, _ in itertools.groupby([1, 1, 2]):
        if part == 1:
            head(features).sum().backward(retain_graph=True)
        else:
            features.sum().backward()


def train_pairs():
    features = compute_features()
    losses = [head(features).sum(), features.sum(), features.mean()]
    for first, second in itertools.combinations(losses, 2):
        (first + second).backward(retain_graph=True)
    losses[0].backward()


def train_to_the_longest():
    features = compute_features()
    for loss, factor in itertools.zip_longest([head(features).sum()], [1, 2]):
        if loss is None:
            features.sum().backward()
        else:
            (factor * loss).backward(retain_graph=True)


def train_each_kept():
    for scale in filter(lambda scale: scale > 0, [1.0, -1.0, 2.0]):
        (scale * compute_features()).sum().backward(retain_graph=True)  # expect: RTG201


if __name__ == "__main__":
    train_what_is_there()
    train_what_is_true()
    train_grid()
    train_groups()
    train_pairs()
    train_to_the_longest()
    train_each_kept()
