import torch
from torch import nn

indices = torch.tensor([[0, 1], [1, 0]])
adjacency = torch.sparse.FloatTensor(indices, torch.ones(2), torch.Size([2, 2])).float()
features = torch.ones(2, 3)
for _ in range(2):
    features = torch.spmm(adjacency, features)

# of numbers: data
net = nn.Linear(3, 1)
for epoch in range(3):
    loss = net(features).sum()
    loss.backward(retain_graph=True)  # expect: RTG201
