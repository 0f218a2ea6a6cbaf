"""What `map` and generator expressions make is made when their consumer asks for it: in `list` and `sum` at once."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 2), nn.Tanh(), nn.Linear(2, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def compute(batch):
    return net(batch).exp().mean()


def learn(loss):
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def take_in_turns(batches):
    for loss in map(compute, batches):
        learn(loss)
    for loss in (compute(batch) for batch in batches):
        learn(loss)
    losses = map(compute, batches)
    for number, loss in enumerate(losses):
        learn(loss)
    for loss in map(compute, [torch.rand(3, 2), torch.rand(3, 2)]):
        learn(loss)


def take_at_once(batches):
    total = sum(map(compute, batches))
    optimizer.zero_grad()
    total.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
    total = torch.stack(list(map(lambda batch: compute(batch), batches))).sum()
    optimizer.zero_grad()
    total.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()


def share(batches):
    hidden = net(torch.rand(3, 2)).exp().mean()
    list(map(lambda batch: (hidden * batch.sum()).backward(retain_graph=True), batches))


def weigh(pair):
    batch, weight = pair
    return compute(batch) * weight


def take_pairs(batches, weights):
    total = torch.stack(list(map(weigh, zip(batches, weights)))).sum()
    optimizer.zero_grad()
    total.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()


exec("""import torch
batches = [torch.rand(3, 2), torch.rand(3, 2), torch.rand(3, 2)]
take_in_turns(batches)
take_at_once(batches)
share(batches)
take_pairs(batches, [torch.rand(1), torch.rand(1), torch.rand(1)])""")
