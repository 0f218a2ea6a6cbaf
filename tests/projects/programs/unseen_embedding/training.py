import torch

from model import Masked


def train(encoder):
    model = Masked(encoder)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(2):
        loss = model(torch.tensor([[1, 2]])).pow(2).mean()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG103
        optimizer.step()
