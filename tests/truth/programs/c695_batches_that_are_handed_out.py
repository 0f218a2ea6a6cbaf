"""What opaque code hands out as the next batch, or is asked for a batch, is data; what a model samples may be a graph."""

import torch
from torch import nn

exec("""
class Provider:
    def next(self):
        return torch.randn(2, 2), False


class Memory:
    def sample_batch(self, size):
        return torch.randn(size, 2)

    def get_older_data(self):
        return torch.randn(3, 2)


class Actor(nn.Linear):
    def next(self):
        return self(torch.ones(1, 2)).exp()


provider, memory, actor = Provider(), Memory(), Actor(2, 2)
""")

net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def train(train_set, buffer):
    batch, is_new = train_set.next()
    older = torch.cat([buffer.sample_batch(4), buffer.get_older_data()])
    for _ in range(2):
        loss = net(batch).mean() + net(older).mean()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()


train(provider, memory)  # noqa: F821
point = actor.next()  # noqa: F821
net(point).mean().backward(retain_graph=True)
net(point).mean().backward()
