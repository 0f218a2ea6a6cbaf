"""The rows of a dataset were computed once, with their graph: the second batch goes through it again."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

embedding, head = nn.Embedding(10, 4), nn.Linear(4, 2)
optimizer = torch.optim.Adam([*embedding.parameters(), *head.parameters()])


def load(tokens, labels):
    return DataLoader(TensorDataset(embedding(tokens), labels), batch_size=4, shuffle=True)


def train(loader):
    for _ in range(2):
        for batch in loader:
            rows, labels = batch[0], batch[1]
            rows += 0.1
            loss = F.cross_entropy(head(rows), labels)
            optimizer.zero_grad()
            loss.backward()  # expect: RTG102
            optimizer.step()


train(load(torch.randint(0, 10, (8,)), torch.randint(0, 2, (8,))))
