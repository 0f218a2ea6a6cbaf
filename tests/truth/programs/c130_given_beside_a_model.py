"""Unseen code is given a model, or a function that calls one, and numbers that other unseen code has made before the loop: it
is the model that is trained. Where it is given no model, what it is given is."""

from unittest.mock import Mock

import torch
from torch import nn


def denoise(model, x, schedule):
    return (model(x * schedule["alpha"]) - x).square().mean()


def call(function, x, schedule):
    return (function(x) * schedule["alpha"]).square().mean()


def scale(x, code):
    return (x * code).square().mean()


loss_of, loss_by, loss_with = eval("denoise"), eval("call"), eval("scale")
make_schedule = Mock(return_value={"alpha": torch.tensor(0.5), "T": 3})

model = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 3))
optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
schedule = make_schedule(3)
for _ in range(3):
    optimizer.zero_grad()
    loss = loss_of(model, torch.randn(4, 3), schedule)
    loss.backward()
    optimizer.step()

moved = make_schedule(3)
for key in moved:
    if key != "T":
        moved[key] = moved[key].to("cpu")
for _ in range(3):
    optimizer.zero_grad()
    loss = loss_of(model, torch.randn(4, 3), moved)
    loss.backward()
    optimizer.step()

layer = nn.Linear(3, 2)
steps = make_schedule(3)
for _ in range(3):
    layer.zero_grad()
    loss = loss_by(lambda x: layer(x), torch.randn(4, 3), steps)
    loss.backward()

make_code = Mock(return_value=torch.tanh(nn.Linear(3, 3)(torch.ones(1, 3))))
code = make_code(3)
for _ in range(3):
    loss = loss_with(torch.randn(4, 3), code)
    loss.backward()  # expect: RTG102
