"""Data of several kinds."""

import torch
from torch.utils import data


class Noise(data.Dataset):
    def __init__(self, options):
        self.options = options

    def __len__(self):
        return 4

    def __getitem__(self, index):
        return {"inputs": torch.randn(4), "target": torch.randn(4)}


class Steps(Noise):
    def __getitem__(self, index):
        return {"inputs": torch.arange(4.0), "target": torch.ones(4) * index}


class Waves(Noise):
    def __getitem__(self, index):
        return {"inputs": torch.arange(4.0).sin(), "target": torch.arange(4.0).cos()}
