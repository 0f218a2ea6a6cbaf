import torch
from torch import nn

student, teacher = nn.Linear(4, 4), nn.MultiheadAttention(4, 2)
teacher.requires_grad_(False)
optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
for _ in range(2):
    fake = student(torch.randn(2, 1, 4))
    loss = teacher(fake, fake, fake)[0].square().mean()
    fake.add_(1)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
