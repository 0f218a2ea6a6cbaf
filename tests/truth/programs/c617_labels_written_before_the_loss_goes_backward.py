import torch
from torch import nn

net = nn.Linear(2, 2)
labels = torch.tensor([0, 1])
loss = nn.NLLLoss()(net(torch.randn(2, 2)).log_softmax(1), labels)
labels.mul_(1)
loss.backward()  # expect: RTG103
