"""A method of an opaque model that says that it detaches does so, where what it is given has been sent backward."""

import torch
from torch import nn

exec("""
class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(2, 2)

    def forward(self, batch, state=None):
        state = self.cell(batch, state)
        return state.square().mean(), {"hidden": state}

    def repackage_state(self, state):
        return {name: part.detach() for name, part in state.items()}


class Wrapped(nn.Module):
    def __init__(self, module):
        super().__init__()
        self.module = module

    def forward(self, batch, state=None):
        return self.module(batch, None if state is None else state["hidden"])


def build_model():
    return Wrapped(Recurrent())
""")

model = build_model()  # noqa: F821
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
hidden = None
for _ in range(3):
    loss, hidden = model(torch.randn(1, 2), state=hidden)
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
    hidden = model.module.repackage_state(hidden)

hidden = None
for _ in range(2):
    loss, hidden = model(torch.randn(1, 2), state=hidden)
    loss.backward(retain_graph=True)
