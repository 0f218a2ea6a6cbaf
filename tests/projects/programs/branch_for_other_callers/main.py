"""The only caller that is seen leaves the option at its default: another one may set it."""

import importlib

import torch

importlib.import_module("plain")
net = torch.nn.Linear(2, 1)
made = importlib.import_module("fitting").Fitting(net, torch.optim.SGD(net.parameters(), lr=0.1), penalty=True)
made.fit(torch.randn(3, 4, 2))
