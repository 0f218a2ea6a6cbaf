"""What a study's trial suggests are numbers, words and truths: no graph hangs on them. A network that a trial picks is used on."""

import torch
from torch import nn


class Trial:
    def suggest_float(self, name, low, high):
        return (low + high) / 2

    def suggest_categorical(self, name, choices):
        return choices[0]


def objective(trial):
    net = nn.Linear(2, 2)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    gamma = trial.suggest_float("gamma", 0.1, 0.9)
    weight = trial.suggest_categorical("weight", [0.5, 1.0])
    for _ in range(3):
        loss = (gamma * net(torch.rand(2, 2))).mean() * weight
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()


def evaluate(trial):
    x = torch.rand(2, 2, requires_grad=True)
    net = trial.suggest_categorical("net", [nn.Sequential(nn.Linear(2, 2), nn.Sigmoid()), nn.Tanh()])
    out = net(x).exp()
    for _ in range(2):
        out.mean().backward(retain_graph=True)


if __name__ == "__main__":
    objective(Trial())
    evaluate(Trial())
