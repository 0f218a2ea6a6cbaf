"""What a library says of itself or of the machine is not known: both arms of a branch on it may run."""

import logging
import sys
from decimal import HAVE_THREADS

import torch
from torch import nn

body, head = nn.Linear(4, 4), nn.Linear(4, 1)


def compute_features():
    return body(torch.rand(2, 4)).tanh()


def train_without_a_debugger():
    features = compute_features()
    head(features).sum().backward(retain_graph=True)
    if not sys.flags.interactive:
        features.sum().backward()


def train_as_the_backend_is_set():
    features = compute_features()
    head(features).sum().backward(retain_graph=True)
    if not torch.backends.cudnn.benchmark:
        features.sum().backward()


def train_in_one_of_two_ways():
    features = compute_features()
    if HAVE_THREADS:
        head(features).sum().backward(retain_graph=True)
    if HAVE_THREADS:
        features.sum().backward()
    others = compute_features()
    if HAVE_THREADS:
        head(others).sum().backward(retain_graph=True)  # expect: RTG201
    if not HAVE_THREADS:
        others.sum().backward()


def stop_before():
    if sys.dont_write_bytecode and not logging.raiseExceptions:
        return
    compute_features().sum().backward(retain_graph=True)  # expect: RTG201


def stop_in_a_loop():
    for _ in range(3):
        if not logging.raiseExceptions:
            break
        compute_features().sum().backward(retain_graph=True)  # expect: RTG201


if __name__ == "__main__":
    train_without_a_debugger()
    train_as_the_backend_is_set()
    train_in_one_of_two_ways()
    stop_before()
    stop_in_a_loop()
