import torch
from torch.autograd import grad


def gradient_penalty(critic, real, fake):
    weight = torch.rand(real.size(0), 1)
    mixed = (weight * real + (1 - weight) * fake).requires_grad_(True)
    score = critic(mixed)
    gradient = grad(score, mixed, torch.ones_like(score), create_graph=True, retain_graph=True)[0]
    return ((gradient.norm(2, dim=1) - 1) ** 2).mean()
