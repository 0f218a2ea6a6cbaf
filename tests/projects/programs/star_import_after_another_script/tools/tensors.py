import torch

noise = torch.randn


def order(count):
    return torch.randperm(count)
