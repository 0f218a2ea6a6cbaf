"""The `data` of a packed sequence is no detached copy: it has the graph of what was packed, as that of what a recurrent layer makes
of the sequence. The layer's states are tensors, of which `data` is cut off."""

import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence

torch.manual_seed(0)


def train(net, loader):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for boxes, lengths in loader:
        optimizer.zero_grad()
        made = pack_padded_sequence(net(boxes), lengths, batch_first=True)
        target = pack_padded_sequence(boxes.clone(), lengths, batch_first=True)
        loss = torch.sqrt(nn.functional.mse_loss(made.data, target.data))
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()


def train_states(lstm, head, loader):
    optimizer = torch.optim.SGD([*lstm.parameters(), *head.parameters()], lr=0.1)
    states = None
    for boxes, lengths in loader:
        optimizer.zero_grad()
        packed = pack_padded_sequence(boxes, lengths, batch_first=True)
        made, states = lstm(packed, states)
        states = tuple(state.data for state in states)
        loss = head(made.data).pow(2).mean()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()


def train_twice(lstm, head, loader):
    optimizer = torch.optim.SGD([*lstm.parameters(), *head.parameters()], lr=0.1)
    for boxes, lengths in loader:
        optimizer.zero_grad()
        made, _ = lstm(pack_padded_sequence(boxes, lengths, batch_first=True))
        head(made.data).pow(2).mean().backward(retain_graph=True)
        head(made.data).abs().mean().backward()
        optimizer.step()


batches = [(torch.rand(2, 3, 4), torch.tensor([3, 2])) for _ in range(3)]
train(nn.Linear(4, 4), batches)
train_states(nn.LSTM(4, 4, batch_first=True), nn.Linear(4, 1), batches)
train_twice(nn.LSTM(4, 4, batch_first=True), nn.Linear(4, 1), batches)
