"""What opaque code makes by a name of options, and what takes the place of options, holds numbers and words, no graphs; what it makes
of a graph by such a name may be one."""

import torch
from torch import nn

tools = eval(
    "(lambda new: new(get_cfg=lambda: new(weight=2.0, rate=0.1), scale=lambda cfg, number: cfg, "
    "get_args=lambda *values: new(kept=values)))(__import__('argparse').Namespace)"
)

cfg = tools.get_cfg()
cfg = tools.scale(cfg, 2)
net = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=cfg.rate)
for x in torch.randn(3, 3, 2):
    loss = net(x).square().mean() * cfg.weight
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()

loss = net(torch.randn(3, 2)).square().mean()
args = tools.get_args(loss)
loss.backward(retain_graph=True)
args.kept[0].backward()
