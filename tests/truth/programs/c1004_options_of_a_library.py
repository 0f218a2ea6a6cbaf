"""An option that stands in another package may be None; a function of one that is handed on is not."""

import sys
import types

import torch
from torch import nn

package = types.ModuleType("somewhere")
package.cfg = types.SimpleNamespace(resume=None)
package.measure = torch.mean
sys.modules["somewhere"] = package

from somewhere import cfg, measure  # noqa: E402

body, head = nn.Linear(4, 4), nn.Linear(4, 1)


def compute_features():
    return body(torch.rand(2, 4)).tanh()


def train_from_the_start():
    features = compute_features()
    head(features).sum().backward(retain_graph=True)
    if cfg.resume is None:
        features.sum().backward()


def train_either_way():
    features = compute_features()
    if cfg.resume is None:
        head(features).mean().backward(retain_graph=True)  # expect: RTG201
    if cfg.resume is not None:
        features.sum().backward()


def compute_loss(features, function=None):
    if function is None:
        return features.detach().requires_grad_().sum()
    return function(features)


def train_by_a_function():
    compute_loss(compute_features(), measure).backward(retain_graph=True)  # expect: RTG201


if __name__ == "__main__":
    train_from_the_start()
    train_either_way()
    train_by_a_function()
