"""A sequence of layers is run for what some of them keep, and its own result is of no use: the first layer, which leaves no trace but
its result, is run for the others all the same. With losses that were not computed anew the retain is needed."""

import torch
from torch import nn


class Normalize(nn.Module):
    def __init__(self, mean):
        super().__init__()
        self.mean = mean

    def forward(self, image):
        return (image - self.mean) / 2


class Loss(nn.Module):
    def __init__(self, target):
        super().__init__()
        self.target = target.detach()

    def forward(self, features):
        self.loss = nn.functional.mse_loss(features, self.target)
        return features


def build(image):
    model = nn.Sequential(Normalize(0.5))
    losses = []
    for number, layer in enumerate([nn.Conv2d(1, 1, 1), nn.Tanh()]):
        model.add_module(f"layer_{number}", layer)
        losses.append(Loss(model(image)))
        model.add_module(f"loss_{number}", losses[-1])
    model.requires_grad_(False)
    return model, losses


def transfer(image, made):
    model, losses = build(image)
    made.requires_grad_(True)
    optimizer = torch.optim.LBFGS([made], max_iter=2)
    for _ in range(3):

        def closure():
            optimizer.zero_grad()
            model(made)
            loss = 0
            for one in losses:
                loss += one.loss
            loss.backward(retain_graph=True)  # expect: RTG201
            return loss

        optimizer.step(closure)


def transfer_on_old_losses(image, made):
    model, losses = build(image)
    made.requires_grad_(True)
    model(made)
    for _ in range(3):
        loss = 0
        for one in losses:
            loss += one.loss
        loss.backward(retain_graph=True)


image = torch.rand(1, 1, 4, 4)
transfer(image, image.clone())
transfer_on_old_losses(image, image.clone())
