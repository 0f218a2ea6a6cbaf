"""Lists that a `while` pads to the length of one of them have that length behind it, however long they are padded: what asserts it
goes on. (Each loop is followed for a few iterations only.)"""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--length", type=int, default=20)
options = parser.parse_args([])


def encode(sentences, length):
    rows = []
    for sentence in sentences:
        places, segments, labels = [], [], []
        for word in sentence.split():
            places.append(len(word))
            segments.append(0)
            if word:
                labels.append(1)
        mask = [1] * len(places)
        while len(places) < length:
            places.append(0)
            mask.append(0)
            segments.append(0)
        while len(labels) < length:
            labels.append(0)
        assert len(places) == length
        assert len(mask) == length
        assert len(segments) == length
        assert len(labels) == length
        rows.append((places, mask))
    return rows


rows = encode(["to be or not", "that is", "the question"], options.length)
x = torch.tensor([places for places, _ in rows], dtype=torch.float32)
weights = torch.tensor([mask for _, mask in rows], dtype=torch.float32)
net = nn.Linear(20, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    net(x * weights).square().mean().backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
