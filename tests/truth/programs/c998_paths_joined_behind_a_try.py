"""Behind a `try` either what its body has made anew is sent backward, or what was retained before an exception: also where the two paths
are joined before the next line."""

import torch
from torch import nn

body, head = nn.Linear(4, 4), nn.Linear(4, 1)


def compute_features():
    return body(torch.rand(2, 4)).tanh()


def train(settings):
    features = compute_features()
    try:
        head(features).sum().backward(retain_graph=True)
        print(settings["scale"])
        features = compute_features()
    except KeyError:
        pass
    features.sum().backward()


if __name__ == "__main__":
    train({})
