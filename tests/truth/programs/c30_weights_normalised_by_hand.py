"""Weights that a wrapper of one's own computes anew in each forward pass from a parameter beside them."""

import torch
from torch import nn


class Normalised(nn.Module):
    def __init__(self, module, name="weight"):
        super().__init__()
        self.module, self.name = module, name
        if not self._is_made():
            self._make()

    def _is_made(self):
        try:
            getattr(self.module, self.name + "_bar")
            return True
        except AttributeError:
            return False

    def _make(self):
        weight = getattr(self.module, self.name)
        del self.module._parameters[self.name]
        self.module.register_parameter(self.name + "_bar", nn.Parameter(weight.data))

    def forward(self, *args):
        bar = getattr(self.module, self.name + "_bar")
        setattr(self.module, self.name, bar / bar.norm())
        return self.module.forward(*args)


generator = nn.Linear(2, 2)
critic = nn.Sequential(Normalised(nn.Linear(2, 4)), nn.Tanh(), Normalised(nn.Linear(4, 1)))
g_optimizer = torch.optim.SGD(generator.parameters(), lr=0.1)
c_optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)
for _ in range(3):
    fake = generator(torch.rand(4, 2))
    loss = critic(fake).mean() - critic(torch.rand(4, 2)).mean()
    c_optimizer.zero_grad()
    loss.backward()  # expect: RTG301
    c_optimizer.step()
    g_loss = -critic(generator(torch.rand(4, 2))).mean()
    g_optimizer.zero_grad()
    g_loss.backward()
    g_optimizer.step()
