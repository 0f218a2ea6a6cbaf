"""Two values of one unseen module need not share a thing."""

import torch

exec("""
class Twins(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.left, self.right = torch.nn.Linear(2, 1), torch.nn.Linear(2, 1)

    def forward(self, x):
        return self.left(x), self.right(x)
""")
critic = Twins()  # noqa: F821
optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)
for _ in range(3):
    left, right = critic(torch.rand(4, 2))
    optimizer.zero_grad()
    left.square().mean().backward()
    right.square().mean().backward()
    optimizer.step()
