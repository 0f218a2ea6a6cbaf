"""A helper that fills a container which a method, or a name, gives out leaves a trace: the retain is needed. One that fills
its own list leaves none."""

import torch
from torch import nn


class Store:
    def __init__(self):
        self.kept = []

    def items(self):
        return self.kept


def give_out():
    return shared


def fill_by_name(loss):
    getattr(store, "kept").append(loss)


def fill_by_method(loss):
    store.items().append(loss)


def fill_by_copy(loss):
    kept = store.items()
    kept.append(loss)


def fill_by_function(loss):
    give_out().append(loss)


def fill_by_dictionary(loss):
    vars(store).update(last=loss)


def fill_its_own(loss):
    kept = list()
    kept.append(loss.item())
    print("", end="")


def compute_loss():
    return net(torch.randn(4, 2)).square().mean()


net, store, shared = nn.Linear(2, 1), Store(), []
for _ in range(3):
    loss = compute_loss()
    fill_by_name(loss)
    loss.backward(retain_graph=True)
    store.kept[-1].backward()
for _ in range(3):
    loss = compute_loss()
    fill_by_method(loss)
    loss.backward(retain_graph=True)
    store.kept[-1].backward()
for _ in range(3):
    loss = compute_loss()
    fill_by_copy(loss)
    loss.backward(retain_graph=True)
    store.kept[-1].backward()
for _ in range(3):
    loss = compute_loss()
    fill_by_function(loss)
    loss.backward(retain_graph=True)
    shared[-1].backward()
for _ in range(3):
    loss = compute_loss()
    fill_by_dictionary(loss)
    loss.backward(retain_graph=True)
    store.last.backward()
for _ in range(3):
    loss = compute_loss()
    fill_its_own(loss)
    loss.backward(retain_graph=True)  # expect: RTG201
