"""The first call trains the teacher by the loss that it is handed: what the second one wastes is kept out at its operand alone."""

import torch
from torch import nn

torch.manual_seed(0)
teacher, student = nn.Sequential(nn.Linear(4, 4), nn.Tanh()), nn.Linear(4, 1)
opt_student = torch.optim.SGD(student.parameters(), lr=0.1)
opt_teacher = torch.optim.SGD(teacher.parameters(), lr=0.1)


def update(made: torch.Tensor, loss: torch.Tensor) -> None:
    opt_teacher.zero_grad()
    loss.backward(retain_graph=True)
    opt_teacher.step()
    opt_student.zero_grad()
    (loss + student(made.detach()).norm()).backward()  # expect: RTG301
    opt_student.step()


for _ in range(3):
    made = teacher(torch.randn(5, 4))
    update(made, made[0].sum())
