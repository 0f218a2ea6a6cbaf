"""What a network's body takes in several times comes from one expression outside of it, where the detach() belongs."""

import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.attention, self.norm = nn.MultiheadAttention(4, 2, batch_first=True), nn.LayerNorm(4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = x.unsqueeze(0)
        y, _ = self.attention(h, h, h)
        result: torch.Tensor = self.norm(h + y).squeeze(0)
        return result


torch.manual_seed(0)
student, teacher = Attention(), nn.Linear(4, 4)
optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
for _ in range(3):
    out = teacher(torch.randn(2, 4))
    out.mul_(0.5)
    loss = (student(out) - 1).square().mean()
    optimizer.zero_grad()
    loss.backward()  # expect: RTG301
    optimizer.step()
