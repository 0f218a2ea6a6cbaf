"""Which parameters are penalised is chosen by their names, one by one: that decides over no graph of another iteration."""

import torch
from torch import nn


def make(options):
    if options.wide:
        return nn.Sequential(nn.Linear(2, 4), nn.ReLU(), nn.Linear(4, 4), nn.ReLU(), nn.Linear(4, 2))
    return nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 2), nn.ReLU(), nn.Linear(2, 2))


def train(options, batches):
    model = make(options)
    names, fast = [], []
    for name, parameter in model.named_parameters():
        if options.only_head:
            if options.head in name:
                names.append(name)
                fast.append(parameter)
        else:
            names.append(name)
            fast.append(parameter)
    optimizer = torch.optim.SGD(fast, lr=0.1)
    first = {name: parameter.detach().clone() for name, parameter in model.named_parameters()}
    for inputs, targets in batches:
        loss = nn.functional.mse_loss(model(inputs), targets)
        if options.decay > 0:
            penalty = 0
            for name, parameter in model.named_parameters():
                if name in names:
                    penalty += 0.5 * torch.sum((parameter - first[name]) ** 2)
            loss += options.decay * penalty
        model.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()
        with torch.no_grad():
            if options.verbose:
                norm = 0.
                for name, parameter in model.named_parameters():
                    if name in names:
                        norm += torch.sum(parameter.grad.data.detach() ** 2)
                print(torch.sqrt(norm).item())


def carry(options, batches):
    model = make(options)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    first = {name: parameter.detach().clone() for name, parameter in model.named_parameters()}
    penalty = 0
    for inputs, targets in batches:
        for name, parameter in model.named_parameters():
            if name not in options.free:
                penalty += torch.sum((parameter - first[name]) ** 2)
        loss = nn.functional.mse_loss(model(inputs), targets) + penalty
        model.zero_grad()
        loss.backward(retain_graph=True)
        optimizer.step()


exec("""
class Options:
    wide, only_head, head, decay, verbose, free = True, True, "4", 0.1, True, ["0.bias"]

batches = [(torch.randn(4, 2), torch.randn(4, 2)) for _ in range(3)]
train(Options(), batches)
carry(Options(), batches)
""")
