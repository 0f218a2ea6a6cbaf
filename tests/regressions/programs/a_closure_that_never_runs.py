import torch
from torch import nn, optim

student, teacher = nn.Linear(4, 4), nn.Linear(4, 4)
opt_student = optim.SGD(student.parameters(), lr=0.1)
opt_teacher = optim.SGD(teacher.parameters(), lr=0.1)
x = torch.randn(2, 4)
for step in range(3):

    def closure():
        opt_student.zero_grad()
        loss = student(x).square().mean()
        loss.backward()
        return loss

    teacher(student(x)).var().backward()
    opt_teacher.step()
    if step == 0:
        break
    opt_student.step(closure)
