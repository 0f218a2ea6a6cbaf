"""An optimiser owns what is left of a model's parameters without those of a part: the part keeps what the others' loss leaves."""

import torch
from torch import nn

torch.manual_seed(0)


class Coder(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.inward, self.outward, self.judge = nn.Linear(4, 2), nn.Linear(2, 4), nn.Linear(4, 1)

    def forward(self, x: torch.Tensor, judged: bool = False) -> torch.Tensor:
        copy = self.outward(torch.tanh(self.inward(x)))
        if judged:
            return self.judge(copy.detach()).mean() - self.judge(x).mean()
        return (copy - x).square().mean() - self.judge(copy).mean()


def make_optimizer(parameters: set) -> torch.optim.Optimizer:
    return torch.optim.SGD(list(parameters), lr=0.1)


coder = Coder()
judging = set(coder.judge.parameters())
opt_c, opt_j = make_optimizer(set(coder.parameters()) - judging), make_optimizer(judging)
for _ in range(3):
    coder(torch.randn(5, 4)).backward()
    opt_c.step()
    opt_c.zero_grad()
    opt_j.zero_grad()
    coder(torch.randn(5, 4), judged=True).backward()
    opt_j.step()
