"""A norm scales the gradients that are there: what was cleared before is in none, and was computed for nothing."""

import torch
from torch import nn

torch.manual_seed(0)


class Maker(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.body, self.spare = nn.Linear(2, 4), nn.Linear(2, 1)

    def forward(self, z: torch.Tensor) -> torch.Tensor:
        return torch.tanh(self.body(z))


maker, judge = Maker(), nn.Linear(4, 1)
opt_m, opt_j = torch.optim.SGD(maker.parameters(), lr=0.1), torch.optim.SGD(judge.parameters(), lr=0.1)
for _ in range(3):
    opt_j.zero_grad()
    made = maker(torch.randn(8, 2))
    (judge(made).mean() - judge(torch.randn(8, 4)).mean()).backward()  # expect: RTG301
    nn.utils.clip_grad_norm_(judge.parameters(), 1.0)
    opt_j.step()
    opt_m.zero_grad()
    (-judge(maker(torch.randn(8, 2))).mean()).backward()
    nn.utils.clip_grad_norm_(maker.parameters(), 1.0)
    opt_m.step()

one, two, head = nn.Linear(2, 3), nn.Linear(2, 3), nn.Linear(3, 1)
opt_1, opt_2 = torch.optim.SGD(one.parameters(), lr=0.1), torch.optim.SGD(two.parameters(), lr=0.1)
for _ in range(3):  # here the norm takes in what is cleared afterwards
    opt_1.zero_grad()
    x = torch.randn(8, 2)
    head(one(x) + two(x)).mean().backward()
    nn.utils.clip_grad_norm_([*one.parameters(), *two.parameters()], 0.1)
    opt_1.step()
    opt_2.zero_grad()
    head(two(x)).square().mean().backward()
    opt_2.step()
    opt_2.zero_grad()
