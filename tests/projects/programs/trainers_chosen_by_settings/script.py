import settings
import torch
from settings import SECOND
from torch import nn
from trainers import train_doubled, train_first, train_kept, train_plain, train_second

net = nn.Linear(3, 1)
if settings.KIND == "doubled":
    train = train_doubled
elif settings.KIND == "kept":
    train = train_kept
else:
    train = train_plain
for _ in range(3):
    net.zero_grad()
    loss = train(net, torch.rand(2, 3))
    if settings.KIND == "kept":
        loss.square().backward()
    print(loss.item())


def run() -> None:
    kept = train_first(net, torch.rand(2, 3))
    train_second(kept)


if SECOND:
    run()
