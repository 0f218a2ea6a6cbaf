"""Calls whose results nobody uses leave features on the networks that they run, and losses are made of these."""

import torch
from torch import nn
from torch.nn.functional import cosine_similarity


class Expert(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.head = nn.Sequential(nn.Linear(4, 4), nn.Tanh()), nn.Linear(4, 1)
        self.features = None

    def forward(self, x):
        self.features = self.body(x)
        return self.head(self.features)

    def probe(self, count):
        return self.forward(torch.randn(count, 4))


def run(expert):
    return expert(torch.randn(2, 4))


experts = [Expert() for _ in range(3)]
optimizers = [torch.optim.SGD(expert.parameters(), lr=0.1) for expert in experts]
for _ in range(3):
    for optimizer in optimizers:
        optimizer.zero_grad()
    for expert in experts:
        expert.probe(2)
    likeness = [
        cosine_similarity(experts[i].features, experts[j].features)
        for i, _ in enumerate(experts)
        for j, _ in enumerate(experts)
        if i != j
    ]
    torch.stack(likeness).mean().backward(retain_graph=True)  # expect: RTG201
    for expert in experts:
        run(expert)
    features = torch.stack([expert.features for expert in experts])
    features.exp().mean().backward(retain_graph=True)
    features.square().mean().backward()
    for optimizer in optimizers:
        optimizer.step()
