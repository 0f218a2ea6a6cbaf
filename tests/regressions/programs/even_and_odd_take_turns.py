import torch
from torch import nn, optim

student, teacher = nn.Linear(4, 4), nn.Linear(4, 4)
opt_student, opt_teacher = optim.SGD(student.parameters(), lr=0.1), optim.SGD(teacher.parameters(), lr=0.1)
features = student(torch.ones(4)).tanh()
for epoch in range(2):
    for i, x in enumerate(torch.randn(4, 2, 4)):
        if i > 0:
            teacher(student(x)).std().backward()
            opt_teacher.step()
        opt_teacher.zero_grad()
        if i % 2 == 1:
            break
        features.norm().backward(retain_graph=True)
        if (i + 1) % 2 == 0:
            opt_student.step()
            opt_student.zero_grad()
