from torch import nn


def make_block(width):
    return nn.Sequential(nn.Linear(width, width), nn.Tanh())
