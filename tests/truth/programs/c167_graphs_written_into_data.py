"""What a loader yields becomes part of a graph where a graph is written into it: by a slice, a number, a mask."""

import torch
from torch import nn

torch.manual_seed(0)
net, head = nn.Linear(4, 4), nn.Linear(4, 1)
opt = torch.optim.SGD(net.parameters(), 0.1)
head_opt = torch.optim.SGD(head.parameters(), 0.1)
loader = torch.utils.data.DataLoader(torch.randn(6, 5, 4), batch_size=2)


def by_slice(batch, x):
    batch[0:] = net(x)
    mean = batch.mean(0)
    head(mean).pow(2).sum().backward(retain_graph=True)
    mean.pow(2).sum().backward()


def by_number(batch, x):
    batch[0] = net(x)
    mean = batch.mean(0)
    head(mean).pow(2).sum().backward(retain_graph=True)
    mean.pow(2).sum().backward()


def by_two_numbers(batch, x):
    batch[0, 1] = net(x)[0]
    twice = batch * 2
    head(twice).pow(2).sum().backward(retain_graph=True)
    twice.pow(2).sum().backward()


def by_slices(batch, x):
    batch[:, 0] = net(x[:2])
    twice = batch * 2
    head(twice).pow(2).sum().backward(retain_graph=True)
    twice.pow(2).sum().backward()


def under_a_mask(batch, x):
    batch[0][x[:, 0] > 0] = 0
    batch[batch > 1] = net(x).mean()
    twice = batch * 2
    head(twice).pow(2).sum().backward(retain_graph=True)
    twice.pow(2).sum().backward()


def in_a_loop(batch, x):
    for i in range(len(batch)):
        batch[i] = net(x).exp()
    out = batch.exp()
    out.sum().backward(retain_graph=True)
    out.pow(2).sum().backward()


def not_again(batch, x):
    batch[0:] = net(x)
    head(batch.mean(0)).pow(2).sum().backward(retain_graph=True)  # expect: RTG201
    head(x).pow(2).sum().backward()


def of_another(batch, x):
    """The head is trained at what the net has written; the net's own step throws nothing away."""
    batch[0] = net(x)
    opt.zero_grad()
    head_opt.zero_grad()
    loss = (head(batch) - 1).pow(2).mean()
    loss.backward()
    opt.step()
    head_opt.step()


for batch in loader:
    by_slice(batch, torch.randn(5, 4))
    opt.zero_grad()
for batch in loader:
    by_number(batch, torch.randn(5, 4))
    opt.zero_grad()
for batch in loader:
    by_two_numbers(batch, torch.randn(5, 4))
    opt.zero_grad()
for batch in loader:
    by_slices(batch, torch.randn(5, 4))
    opt.zero_grad()
for batch in loader:
    under_a_mask(batch, torch.randn(5, 4))
    opt.zero_grad()
for batch in loader:
    in_a_loop(batch, torch.randn(5, 4))
    opt.zero_grad()
for batch in loader:
    not_again(batch, torch.randn(5, 4))
    opt.zero_grad()
for batch in loader:
    of_another(batch, torch.randn(5, 4))
