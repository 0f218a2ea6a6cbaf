import torch

from pieces.torch_version.model import Model


def train():
    model = Model()
    losses = []
    for _ in range(3):
        loss = model.train_step(torch.ones(1, 2))
        losses.append(loss.item())
    return losses
