"""No engine call reaches these parameters: the program writes their gradients itself."""

import torch
from torch import nn

net, copied, teacher = nn.Linear(4, 1), nn.Linear(4, 1), nn.Linear(4, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
copied_optimizer = torch.optim.SGD(copied.parameters(), lr=0.1)
teacher_optimizer = torch.optim.SGD(teacher.parameters(), lr=0.1)
for step in range(3):
    teacher_optimizer.zero_grad()
    teacher(torch.randn(2, 4)).square().mean().backward()
    teacher_optimizer.step()
    for p, q in zip(net.parameters(), teacher.parameters()):
        p.grad = p.data - q.data
    optimizer.step()
    for p, q in zip(copied.parameters(), net.parameters()):
        if p.grad is None:
            p.grad = torch.zeros_like(p)
        p.grad.data.add_(q.data, alpha=-1.0)
    copied_optimizer.step()
