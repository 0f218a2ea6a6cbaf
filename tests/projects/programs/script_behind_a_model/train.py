import torch
from model import Model

model = Model()
optimizer = torch.optim.SGD(model.layers.parameters(), lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    print(model.learn(torch.rand(8, 2)).item())
    optimizer.step()
