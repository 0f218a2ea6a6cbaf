import random

import torch
from torch import nn

student, teacher = nn.Linear(4, 4), nn.Linear(4, 4)
opt_student = torch.optim.SGD(student.parameters())
opt_teacher = torch.optim.SGD(teacher.parameters())
for i in range(2):
    opt_student.zero_grad()
    opt_teacher.zero_grad()
    fake = teacher(torch.randn(4))
    loss = nn.MSELoss()(student(fake), torch.zeros(4))
    loss.backward()
    if random.random() < 0.5:
        opt_student.zero_grad()
    opt_student.step()
