"""A branch asks an object for its truth: its class may say it (`__bool__`, `__len__`), and an attribute of a layer may be false."""

import torch
from torch import nn

body, head = nn.Linear(4, 4), nn.Linear(4, 1)
recurrent, rectify = nn.LSTM(3, 3), nn.ReLU()
optimizer = torch.optim.SGD(body.parameters(), lr=0.1)


class Memory:
    def __init__(self):
        self.rows = []

    def __len__(self):
        return len(self.rows)


class Layers(nn.ModuleList):
    pass


class Switch:
    def __bool__(self):
        return False


class Logger:
    def log(self, loss):
        print(loss.item())


def compute_features():
    return body(torch.rand(2, 4)).tanh()


def train_while_nothing_is_remembered():
    features = compute_features()
    head(features).sum().backward(retain_graph=True)
    if not Memory():
        features.sum().backward()


def train_while_it_is_off():
    features = compute_features()
    head(features).sum().backward(retain_graph=True)
    if not Switch():
        features.sum().backward()


def train_as_the_layers_are():
    features = compute_features()
    head(features).sum().backward(retain_graph=True)
    if not rectify.inplace:
        features.sum().backward(retain_graph=True)
    if not recurrent.bidirectional:
        features.mean().backward(retain_graph=True)
    if nn.Embedding(2, 2).padding_idx is None:
        features.mean().backward(retain_graph=True)
    if not nn.ModuleList():
        features.mean().backward(retain_graph=True)
    if not Layers():
        features.mean().backward(retain_graph=True)
    if not optimizer.state:
        features.mean().backward()


def train_with_a_logger():
    logger, features = Logger(), compute_features()
    loss = head(features).sum()
    loss.backward(retain_graph=True)  # expect: RTG201
    if not logger:
        features.sum().backward()
    logger.log(loss)


if __name__ == "__main__":
    train_while_nothing_is_remembered()
    train_while_it_is_off()
    train_as_the_layers_are()
    train_with_a_logger()
