import torch
from torch import nn

MODE = "test"

net = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)

if MODE == "train":
    for _ in range(2):
        optimizer.zero_grad()
        loss = net(torch.rand(4, 3)).square().mean()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()
elif MODE == "twice":
    hidden = net(torch.rand(4, 3))
    hidden.mean().backward(retain_graph=True)
    hidden.square().mean().backward()
else:
    print(net(torch.rand(4, 3)))
