"""What an unseen module hands on to the next iteration comes of the same work as its result."""

import torch

exec("""
class Memory(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = torch.nn.GRUCell(2, 2)

    def forward(self, x, state):
        state = self.cell(x, state)
        return state.tanh(), state
""")
model = Memory()  # noqa: F821
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
state = torch.zeros(4, 2)
for _ in range(3):
    out, state = model(torch.rand(4, 2), state)
    optimizer.zero_grad()
    out.square().mean().backward()  # expect: RTG102
    optimizer.step()
