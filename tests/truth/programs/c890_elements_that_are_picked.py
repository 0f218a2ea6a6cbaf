"""One element is picked by a value that is not known, or the first one; at most one iteration sends the graph backward."""

import torch
from torch import nn

net = nn.Linear(3, 3)
model = nn.Sequential(nn.Linear(2, 2), nn.ReLU(), nn.Linear(2, 2))
words = eval("['first', 'second', 'third']")
wanted = eval("'second'")
kept = net(torch.rand(2, 3)).sigmoid()
for word in words:
    if word == wanted:
        kept.sum().backward()
kept = net(torch.rand(2, 3)).sigmoid()
for word in words:
    if wanted == word:
        kept.sum().backward()
kept = net(torch.rand(2, 3)).sigmoid()
for name, _ in model.named_parameters():
    if name == wanted:
        kept.sum().backward()
kept = net(torch.rand(2, 3)).sigmoid()
best = None
for word in words:
    if best is None:
        kept.sum().backward()
        best = word
