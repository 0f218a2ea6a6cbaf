"""What a factory makes is a module once its parameters are asked for; the first loss' step changes it for the second."""

import pydoc

import torch

critic = pydoc.locate("torch.nn.Bilinear")(2, 2, 1)
optimizer = torch.optim.Adam(critic.parameters(), lr=0.1)
for _ in range(2):
    first = critic(torch.rand(2, 2), torch.rand(2, 2).requires_grad_()).mean()
    second = critic(torch.rand(2, 2), torch.rand(2, 2).requires_grad_()).mean()
    optimizer.zero_grad()
    first.backward()
    optimizer.step()
    second.backward()  # expect: RTG103
