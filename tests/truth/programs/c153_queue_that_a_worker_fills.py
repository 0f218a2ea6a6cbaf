"""What a thread puts into a queue is what comes out of it: data here, so that no graph waits there."""

import queue
import threading

import torch
from torch import nn

batches = queue.Queue(maxsize=2)


def produce(count):
    for number in range(count):
        batches.put((torch.full((3, 4), float(number)), torch.zeros(3, 2)))
    batches.put(None)


net = nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.Linear(6, 2))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
threading.Thread(target=produce, args=(3,), daemon=True).start()
while True:
    batch = batches.get()
    if batch is None:
        break
    loss = (net(batch[0]) - batch[1]).pow(2).mean()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
