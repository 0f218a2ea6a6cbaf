"""Opaque code cuts states off, which take their own places again, beside a model that does so too."""

import torch
from torch import nn

cut = eval("lambda hidden, cell: (hidden.detach(), cell.detach())")
cut_both = eval("lambda net, state: (net, state.detach())")
layer, net = nn.LSTMCell(3, 3), nn.Linear(3, 3)
hidden, cell, state = torch.zeros(1, 3), torch.zeros(1, 3), torch.zeros(1, 3)
for step in range(3):
    hidden, cell = layer(torch.randn(1, 3), (hidden, cell))
    state = torch.tanh(net(state))
    (hidden.sum() + cell.square().sum() + state.sum()).backward()
    hidden, cell = cut(hidden, cell)
    net, state = cut_both(net, state)
