from torch import nn
import torch


class GanModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.generator = nn.Sequential(nn.Linear(2, 3), nn.Tanh())
        self.discriminator = nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 1))

    def sample(self, size):
        return self.generator(torch.randn(size, 2))

    def d_loss(self, real, fake):
        return self.discriminator(fake).mean() - self.discriminator(real).mean()

    def g_loss(self, fake):
        return -self.discriminator(fake).mean()
