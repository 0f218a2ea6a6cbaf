"""The target of a hinge embedding loss is only compared: no gradient flows into what has computed it."""

import torch
from torch import nn

labeller, net = nn.Linear(3, 1), nn.Linear(3, 1)
for _ in range(2):
    x = torch.rand(4, 3)
    target = labeller(x).exp()
    score = net(x)
    nn.HingeEmbeddingLoss()(score, target).backward()
    nn.functional.cosine_embedding_loss(net(x), net(x + 1), target.squeeze(1)).backward()
    target.sum().backward()
    nn.functional.hinge_embedding_loss(score, torch.ones(4, 1)).backward()  # expect: RTG101
