"""The constructor's last statement is an option, behind which it says no more of the object: what is collected there as garbage
is not the object itself."""

import random

import torch


class Holder:
    def __init__(self, x: torch.Tensor, squared: bool) -> None:
        self.rows = [
            [[], [], [], [], [], [], [], [], [], [], [], [], [], [], [], []],
            [[], [], [], [], [], [], [], [], [], [], [], [], [], [], [], []],
            [[], [], [], [], [], [], [], [], [], [], [], [], [], [], [], []],
            [[], [], [], [], [], [], [], [], [], [], [], [], [], [], [], []],
            [[], [], [], [], [], [], [], [], [], [], [], [], [], [], [], []],
            [[], [], [], [], [], [], [], [], [], [], [], [], [], [], [], []],
            [[], [], [], [], [], [], [], [], [], [], [], [], [], [], [], []],
            [[], [], [], [], [], [], [], [], [], [], [], [], [], [], [], []],
            [[], [], [], [], [], [], [], [], [], [], [], [], [], [], [], []],
            [[], [], [], [], [], [], [], [], [], [], [], [], [], [], [], []],
        ]
        self.y = x.exp()
        if squared:
            self.y = self.y.square()


x = torch.ones(3, requires_grad=True)
holder = Holder(x, random.random() < 0.5)
holder.y.sum().backward()
holder.y.sum().backward()  # expect: RTG101
