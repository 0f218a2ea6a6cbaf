"""Parts of a model that a library restores are called by themselves: it keeps no graph that it has
built. (The library is set up here, in opaque code.)"""

import sys
import types

import torch
from torch import nn

LIBRARY = types.ModuleType("transformers")
exec(
    """
from torch import nn

class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 4)

    def forward(self, hidden, attention_mask=None):
        return (self.body(hidden),)

class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.pos_conv_embed, self.layer_norm = nn.Linear(4, 4), nn.LayerNorm(4)
        self.layers = nn.ModuleList([Layer() for _ in range(2)])

class HubertModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.features, self.projection, self.encoder = nn.Linear(4, 4), nn.Linear(4, 4), Encoder()

    @classmethod
    def from_pretrained(cls, name):
        return cls()
""",
    LIBRARY.__dict__,
)
sys.modules["transformers"] = LIBRARY

from transformers import HubertModel  # noqa: E402


class Student(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = HubertModel.from_pretrained("facebook/hubert-base-ls960")
        self.head = nn.Linear(4, 1)

    def forward(self, x):
        hidden = self.body.projection(self.body.features(x).transpose(1, 2).transpose(1, 2))
        hidden = self.body.encoder.layer_norm(hidden + self.body.encoder.pos_conv_embed(hidden))
        for layer in self.body.encoder.layers:
            hidden = layer(hidden, attention_mask=None)[0]
        return self.head(hidden).square().mean()


def train(batches):
    model = Student()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in batches:
        loss = model(batch)
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()
        optimizer.zero_grad()


def train_twice(batches):
    model = Student()
    for batch in batches:
        hidden = model.body.features(batch)
        hidden.square().mean().backward(retain_graph=True)
        model.head(hidden).mean().backward()


exec("train(torch.randn(3, 2, 5, 4))\ntrain_twice(torch.randn(3, 2, 5, 4))")
