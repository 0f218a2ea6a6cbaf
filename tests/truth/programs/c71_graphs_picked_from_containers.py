"""What a library gives back of a container is one of the graphs in it: the same one may be picked again."""

import bisect
import heapq
import itertools
import random
from collections import deque, namedtuple

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

Step = namedtuple("Step", ("state", "reward"))


class Memory(Dataset):
    def __init__(self, states):
        self.states = states

    def __len__(self):
        return len(self.states)

    def __getitem__(self, index):
        return self.states[index]


torch.manual_seed(0)
random.seed(0)
np.random.seed(0)
encoder, critic = nn.Linear(4, 6), nn.Linear(6, 2)
optimizer = torch.optim.SGD([*encoder.parameters(), *critic.parameters()], lr=0.01)


def encode():
    return torch.tanh(encoder(torch.randn(1, 4)))


def value(states):
    return critic(states).pow(2).mean()


steps, records, states, queue = deque(maxlen=50), [], [], []
ordered, waiting, objects, tuples = [], [], [], []
for t in range(6):
    optimizer.zero_grad()
    steps.append(Step(encode(), 1.0))
    zipped = value(torch.cat(Step(*zip(*random.sample(steps, 1))).state))
    zipped.backward(retain_graph=True)
    records.append({"state": encode(), "reward": 1.0})
    indexed = value(records[random.randrange(len(records))]["state"])
    indexed.backward(retain_graph=True)
    objects.append(Step(encode(), 1.0))
    numbered = value(torch.cat([objects[i].state for i in np.random.choice(len(objects), 3)]))
    numbered.backward(retain_graph=True)
    states.append(encode())
    loaded = value(torch.cat(list(DataLoader(states, batch_size=2, collate_fn=torch.cat))))
    loaded.backward(retain_graph=True)
    tuples.append(encode())
    read = value(torch.cat(list(DataLoader(Memory(tuples), batch_size=2, collate_fn=torch.cat))))
    read.backward(retain_graph=True)
    heapq.heappush(queue, (-t, encode()))
    smallest = value(torch.cat([state for _, state in heapq.nsmallest(2, queue)]))
    smallest.backward(retain_graph=True)
    bisect.insort(ordered, (t, encode()))
    sliced = value(torch.cat([state for _, state in itertools.islice(ordered, 2)]))
    sliced.backward(retain_graph=True)
    heapq.heappush(waiting, (t, encode()))
    number, first = heapq.heappop(waiting)
    popped = value(first)
    popped.backward(retain_graph=True)
    heapq.heappush(waiting, (number, first))
    fresh = value(encode())
    fresh.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
