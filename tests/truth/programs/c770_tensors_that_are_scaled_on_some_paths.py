"""What one branch changes in place the next iteration runs through only where that branch was taken: here it never is."""

import torch
from torch import nn


def limit(one, other, most):
    noise = one * one - other
    if torch.norm(noise, p=1) > most:
        noise *= most / torch.norm(noise, p=1)
    return noise


def search(net, image, most):
    current = net(image).detach().requires_grad_()
    start = current.detach()
    for _ in range(5):
        loss = current.sin().sum()
        loss.backward(retain_graph=True)
        current = start + limit(current, start, most)


search(nn.Linear(2, 2), torch.rand(3, 2), 1e30)
