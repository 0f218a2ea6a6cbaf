"""An iterable of the project feeds the loop; its meter only keeps numbers."""
import torch
from torch import nn

from data import Loader, Meter

net = nn.Sequential(nn.Linear(3, 3), nn.Tanh())
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
meter = Meter()
for index, batch in enumerate(Loader(3)):
    out = net(batch)
    optimizer.zero_grad()
    loss = out.mean()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
    meter.update(loss.item(), n=len(batch))
    meter.update(float(out.detach().norm()))
print(meter)
