"""The `data` of a packed sequence has the graph of what was packed: two losses of it share that."""

import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence

torch.manual_seed(0)


def train(net, loader):
    for boxes, lengths in loader:
        made = pack_padded_sequence(net(boxes).tanh(), lengths, batch_first=True)
        made.data.pow(2).mean().backward()
        made.data.abs().mean().backward()  # expect: RTG101


batches = [(torch.rand(2, 3, 4), torch.tensor([3, 2])) for _ in range(3)]
train(nn.Linear(4, 4), batches)
