import torch
from torch import nn

student, teacher = nn.Linear(4, 4), nn.Linear(4, 4)
for p in teacher.parameters():
    p.requires_grad_(False)
optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
for _ in range(2):
    fake = student(torch.randn(2, 4))
    loss = teacher(fake).square().mean()
    fake.add_(1)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
