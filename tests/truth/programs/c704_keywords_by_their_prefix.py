"""Keywords are sorted by their prefix, which is cut off: what is left of a word is known, and so is who is given it."""

from functools import partial

import torch
from torch import nn


def group_by(condition, given):
    groups = [{}, {}]
    for key in given.keys():
        groups[int(not condition(key))][key] = given[key]
    return tuple(groups)


def begins_with(prefix, text):
    return text.startswith(prefix)


def split_off(prefix, given):
    with_prefix, others = group_by(partial(begins_with, prefix), given)
    return {key[len(prefix) :]: value for key, value in with_prefix.items()}, others


class Encoder(nn.Module):
    def __init__(self, inputs, outputs=None):
        super().__init__()
        assert outputs is not None, "outputs must be given"
        self.layer = nn.Linear(inputs, outputs)

    def forward(self, x):
        return self.layer(x)


class Net(nn.Module):
    def __init__(self, *, inputs, **options):
        super().__init__()
        of_encoder, options = split_off("enc_", options)
        of_decoder, options = split_off("dec_", options)
        self.encoder = Encoder(inputs=inputs, **of_encoder)
        self.decoder = Encoder(inputs=of_encoder["outputs"], **of_decoder)

    def forward(self, x):
        return self.decoder(self.encoder(x).relu())


net = Net(inputs=2, enc_outputs=3, dec_outputs=1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    loss = net(torch.ones(1, 2)).square().mean()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
