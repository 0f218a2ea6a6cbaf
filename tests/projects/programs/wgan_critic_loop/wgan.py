import torch

from nets import mlp
from penalty import gradient_penalty


class WGAN:
    def __init__(self, critic_steps):
        self.critic_steps = critic_steps
        self.G, self.D = mlp(2, 3), mlp(3, 1)
        self.opt_G = torch.optim.Adam(self.G.parameters(), lr=0.01)
        self.opt_D = torch.optim.Adam(self.D.parameters(), lr=0.01)

    def critic_loss(self, real, fake):
        penalty = gradient_penalty(self.D, real, fake.detach())
        return self.D(fake).mean() - self.D(real).mean() + 10 * penalty

    def train_step(self, size):
        real = torch.randn(size, 3)
        fake = self.G(torch.randn(size, 2))
        for _ in range(self.critic_steps):
            self.opt_D.zero_grad()
            loss = self.critic_loss(real, fake.detach())
            loss.backward(retain_graph=True)  # expect: RTG201
            self.opt_D.step()
        self.opt_G.zero_grad()
        (-self.D(fake).mean()).backward()
        self.opt_G.step()
