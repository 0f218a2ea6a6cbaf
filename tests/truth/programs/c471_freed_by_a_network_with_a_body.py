"""Both losses run through the body of the same network: a detach() in there would keep the second one's gradients out, too."""

import torch
from torch import nn

torch.manual_seed(0)


class Critic(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.model = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))

    def forward(self, image: torch.Tensor) -> torch.Tensor:
        flat = image.view(image.shape[0], -1)
        score: torch.Tensor = self.model(flat)
        return score


G, D = nn.Sequential(nn.Linear(2, 4), nn.Tanh()), Critic()
opt_g = torch.optim.SGD(G.parameters(), lr=0.1)
opt_d = torch.optim.SGD(D.parameters(), lr=0.1)
for step in range(3):
    opt_d.zero_grad()
    fake = G(torch.randn(5, 2))
    (-D(fake)).mean().backward()  # also: RTG301
    opt_d.step()
    opt_g.zero_grad()
    D(fake).mean().backward()  # expect: RTG101
    opt_g.step()
