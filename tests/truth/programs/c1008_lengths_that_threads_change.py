"""A list that threads fill decides when the training starts: what comes after is reached."""

import threading

import torch
from torch import nn

net = nn.Linear(4, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


class Buffer:
    def __init__(self):
        self.items = []

    def add(self, episode):
        self.items.extend(episode["rewards"])


class Episode:
    def play(self):
        episode = {}
        for name in ["rewards", "actions"]:
            episode[name] = []
        while True:
            episode["rewards"].append(torch.rand(()).item())
            if len(episode["rewards"]) > 8:
                return episode


buffer = Buffer()


def play():
    buffer.add(Episode().play())


for epoch in range(3):
    threads = []
    for _ in range(2):
        thread = threading.Thread(target=play)
        threads.append(thread)
        thread.start()
    for thread in threads:
        thread.join()
    if len(buffer.items) > 16:
        loss = net(torch.rand(2, 4)).mean()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()
