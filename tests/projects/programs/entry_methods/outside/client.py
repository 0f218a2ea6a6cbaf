import torch
from torch import nn

from trainer import Trainer

net = nn.Linear(3, 4)
trainer = Trainer(net, torch.optim.SGD(net.parameters(), lr=0.1))
for _ in range(2):
    trainer.step(torch.randn(5, 3))
    trainer.step_first(torch.randn(5, 3))
