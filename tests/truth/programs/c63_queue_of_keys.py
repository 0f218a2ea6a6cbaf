"""A queue of keys holds the graphs of earlier iterations."""

from collections import deque

import torch

encoder = torch.nn.Linear(3, 4)
optimizer = torch.optim.SGD(encoder.parameters(), lr=0.1)
queue = deque(maxlen=3)
queue.append(torch.zeros(2, 4))
for step in range(5):
    query = torch.tanh(encoder(torch.randn(2, 3)))
    loss = (query @ torch.cat(list(queue)).t()).mean()
    optimizer.zero_grad()
    loss.backward()  # expect: RTG102
    optimizer.step()
    queue.append(query)
