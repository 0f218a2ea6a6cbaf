"""What one branch computes in an iteration is computed anew by another one before it is used, at a turn that options tell: nothing is
stale, as far as is known."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--repeat", type=int, default=3)
parser.add_argument("--teacher-steps", type=int, default=1)
args = parser.parse_args([])

teacher, student = (nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1)) for _ in range(2))
teacher_optimizer, student_optimizer = (torch.optim.SGD(net.parameters(), lr=0.1) for net in (teacher, student))
for index in range(9):
    x = torch.ones(4, 2)
    if index % args.repeat < args.teacher_steps:
        wanted = teacher(x)
        loss = (teacher(x) - 1).square().mean()
        teacher_optimizer.zero_grad()
        loss.backward()
        teacher_optimizer.step()
    else:
        if index % args.repeat == args.teacher_steps:
            with torch.no_grad():
                wanted = teacher(x)
        loss = (student(x) - wanted).square().mean()
        student_optimizer.zero_grad()
        loss.backward()
        student_optimizer.step()
