import torch
from torch import nn
from trainers import Once, Twice

TRAIN = False
MODE = "test"

if TRAIN:
    once = Once(nn.Linear(3, 3))
    for _ in range(2):
        once.optimize(once.compute(torch.rand(2, 3)).mean())
else:
    print(Once(nn.Linear(3, 3)).compute(torch.rand(2, 3)))


def train() -> None:
    twice = Twice(nn.Linear(3, 3))
    hidden = twice.compute(torch.rand(2, 3))
    twice.optimize_first(hidden.mean())
    twice.optimize_second(hidden.square().mean())


def test() -> None:
    print(Twice(nn.Linear(3, 3)).compute(torch.rand(2, 3)))


if MODE == "train":
    train()
else:
    test()
