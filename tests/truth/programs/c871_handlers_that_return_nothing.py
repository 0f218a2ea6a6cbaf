"""A network that catches what its layers raise, and says so, returns nothing then: its caller cannot take that apart."""

import torch
from torch import nn


class Cell(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.cell = nn.GRUCell(3, 3)
        self.output = nn.Linear(3, 3)

    def forward(self, given: torch.Tensor, state: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor] | None:
        try:
            state = self.cell(given, state)
            return self.output(state).softmax(1), state
        except Exception as error:
            print(repr(error))


class Trainer:
    def __init__(self) -> None:
        self.cell = Cell()
        self.optimizer = torch.optim.SGD(self.cell.parameters(), lr=0.1)

    def roll(self, steps: int) -> torch.Tensor:
        given, state, outputs = torch.rand(2, 3), torch.zeros(2, 3), []
        for _ in range(steps):
            given, state = self.cell(given, state)
            outputs.append(given)
        return torch.stack(outputs)

    def train(self, steps: int) -> None:
        self.optimizer.zero_grad()
        loss = -self.roll(steps).log().mean()
        loss.backward(retain_graph=True)  # expect: RTG201
        self.optimizer.step()


trainer = Trainer()
for _ in range(3):
    trainer.train(3)
