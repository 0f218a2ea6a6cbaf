"""Every second step the last three are gone through: the third has been before, and with weights that have moved since."""

import torch
from torch import nn


class Chunks:
    def __init__(self, cell, stride, reach):
        self.cell, self.stride, self.reach = cell, stride, reach
        self.keep = stride < reach
        self.optimizer = torch.optim.SGD(cell.parameters(), lr=0.1)

    def train(self, frames, start):
        steps = [(None, start)]
        for number, frame in enumerate(frames, 1):
            before = steps[-1][1].detach().requires_grad_()
            steps.append((before, self.cell(frame, before)))
            while len(steps) > self.reach:
                steps.pop(0)
            if number % self.stride == 0:
                self.optimizer.zero_grad()
                gradient = torch.ones_like(steps[-1][1])
                for back in range(1, self.reach + 1):
                    before, after = steps[-back]
                    if before is None:
                        break
                    after.backward(gradient, retain_graph=self.keep)  # expect: RTG103
                    gradient = before.grad
                self.optimizer.step()


Chunks(nn.GRUCell(2, 3), 2, 3).train([torch.randn(1, 2) for _ in range(9)], torch.zeros(1, 3))
