"""Behind `with suppress(...)` the program goes on, wherever in its body an exception of that kind was raised."""

import contextlib
from contextlib import suppress

import torch
from torch import nn

body, head = nn.Linear(4, 4), nn.Linear(4, 1)


def compute_features():
    return body(torch.rand(2, 4)).tanh()


def train_through_an_exception():
    features = compute_features()
    with contextlib.suppress(ValueError):
        head(features).sum().backward(retain_graph=True)
        raise ValueError
    features.sum().backward()


def train_past_a_lookup(settings):
    features = compute_features()
    with suppress(KeyError, IndexError):
        head(features).sum().backward(retain_graph=True)
        print(settings["scale"])
        features = compute_features()
    features.sum().backward()


def train_in_each_iteration():
    for _ in range(3):
        with suppress(ValueError):
            loss = head(compute_features()).sum()
            loss.backward(retain_graph=True)  # expect: RTG201
            raise ValueError


if __name__ == "__main__":
    train_through_an_exception()
    train_past_a_lookup({})
    train_in_each_iteration()
