"""A script runs its trainers once, and they leave out a call: that another program would call them again, and meet what they have
freed, stepped or left in gradients, is no error of this one."""

import torch
from torch import nn


class Recurrent:
    def __init__(self) -> None:
        self.cell = nn.GRUCell(4, 4)
        self.hidden = torch.zeros(2, 4)

    def train(self) -> None:
        for i in range(3):
            self.hidden = self.cell(torch.rand(2, 4), self.hidden)
            loss = self.hidden.sum()
            loss.backward()
            if i < 1:
                break
            loss.backward()


class Adversarial:
    def __init__(self) -> None:
        self.encoder, self.decoder = nn.Linear(4, 4), nn.Linear(4, 4)
        self.encoder_optimizer = torch.optim.SGD(self.encoder.parameters(), lr=0.1)
        self.decoder_optimizer = torch.optim.SGD(self.decoder.parameters(), lr=0.1)

    def train(self, more: bool) -> None:
        code = self.encoder(torch.rand(2, 4))
        self.decoder(code.detach()).square().sum().backward()
        self.decoder_optimizer.step()
        loss = self.decoder(code).sum()
        loss.backward(retain_graph=more)
        self.encoder_optimizer.step()
        if more:
            loss.backward()


Recurrent().train()
Adversarial().train(False)
