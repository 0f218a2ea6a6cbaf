"""An option chooses among many schedulers, one of them the program's own: none does more with the loss than to compare it."""

import argparse

import torch
from torch import nn
from torch.optim import lr_scheduler

parser = argparse.ArgumentParser()
parser.add_argument("--schedule", default="plateau")
options = parser.parse_args([])


class Slowing(lr_scheduler.LRScheduler):
    def get_lr(self) -> list[float]:
        return [rate / (self.last_epoch + 1) for rate in self.base_lrs]


net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
if options.schedule == "plateau":
    schedule = lr_scheduler.ReduceLROnPlateau(optimizer)
elif options.schedule == "cosine":
    schedule = lr_scheduler.CosineAnnealingLR(optimizer, 10)
elif options.schedule == "step":
    schedule = lr_scheduler.StepLR(optimizer, 10)
elif options.schedule == "slowing":
    schedule = Slowing(optimizer)
else:
    schedule = None
for _ in range(3):
    optimizer.zero_grad()
    loss = net(torch.rand(2, 3)).pow(2).mean()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
    if options.schedule in ("plateau", "slowing"):
        schedule.step(loss)
    elif schedule is not None:
        schedule.step()
