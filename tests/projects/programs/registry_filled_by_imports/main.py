import torch
from models import build

model = build("small")
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(2):
    optimizer.zero_grad()
    loss = model(torch.ones(3, 2)).mean()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
