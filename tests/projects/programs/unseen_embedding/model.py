from torch import nn
import torch


class Masked(nn.Module):
    """Its constructor calls a module that unseen code made, and keeps what it gives."""

    def __init__(self, encoder):
        super().__init__()
        self.embedding = encoder.embeddings
        self.mask = self.embedding(torch.tensor([[3]]))
        self.linear = nn.Linear(2, 1)

    def forward(self, ids):
        e = self.embedding(ids)
        p = torch.sigmoid(self.linear(e))
        return p * self.mask + (1 - p) * e
