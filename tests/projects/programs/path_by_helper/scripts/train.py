"""A script whose networks lie in a folder that a module beside it adds to the path."""

import _init_paths  # noqa: F401
import torch
from losses.style import style_loss
from nets import Net
from steps import run_step

net = Net()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(2):
    run_step(net, optimizer, torch.randn(4, 3))

out = net(torch.randn(4, 3))
net.regulariser().backward(retain_graph=True)  # expect: RTG201
style_loss(out).backward()
style_loss(out).backward()  # expect: RTG101
