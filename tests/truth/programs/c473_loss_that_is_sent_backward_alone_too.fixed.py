"""Nobody trains the teacher. A detach() where its loss is handed in would leave the first call nothing to differentiate."""

import torch
from torch import nn

torch.manual_seed(0)
teacher, student = nn.Sequential(nn.Linear(4, 4), nn.Tanh()), nn.Linear(4, 1)
optimizer = torch.optim.SGD(student.parameters(), lr=0.1)


def update(made: torch.Tensor, loss: torch.Tensor) -> None:
    loss.backward()
    optimizer.zero_grad()
    (loss.detach() + student(made).norm()).backward()
    optimizer.step()


for _ in range(3):
    made = teacher(torch.randn(5, 4))
    update(made.detach(), made.square().mean())
