"""What a hidden function is given: an optimiser, a model that is frozen, the methods of one."""

import copy

import torch
from torch import nn


def update(helper, train_step, batches):
    model = nn.Sequential(nn.Linear(2, 2), nn.Tanh(), nn.Linear(2, 2))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model, optimizer = helper.prepare(model, optimizer)
    for batch in batches:
        optimizer.zero_grad()
        kept = model(batch)
        kept.sum().backward(retain_graph=True)
        train_step(kept, optimizer)
        kept = model(batch)
        kept.sum().backward(retain_graph=True)
        helper.look(kept, optimizer)
        kept.mean().backward()
        optimizer.step()


def encode_once(codec, batches):
    model = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    codes = codec.encode(batches[0])
    for batch in batches:
        optimizer.zero_grad()
        (model(batch) - codec.decode(codes)).square().mean().backward()
        optimizer.step()


def follow(layers, batches):
    model = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
    target = nn.Sequential(*layers)
    target.requires_grad_(False)
    wanted = target(batches[0])
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in batches:
        optimizer.zero_grad()
        (model(batch) - wanted).square().mean().backward(retain_graph=True)  # expect: RTG201
        optimizer.step()


def distil(student, options, batches):
    teacher, kept = copy.deepcopy(student), copy.deepcopy(options)
    optimizer = torch.optim.SGD(student.parameters(), lr=kept["lr"])
    for batch in batches:
        optimizer.zero_grad()
        loss = (student(batch) - teacher(batch)).square().mean()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()


class Helper:
    def prepare(self, *given):
        return given

    def look(self, *given):
        pass

    def encode(self, batch):
        return batch * 2

    def decode(self, codes):
        return codes / 2


def step(kept, optimizer):
    kept.mean().backward()
    optimizer.step()


globals()["up" + "date"](Helper(), step, torch.randn(3, 4, 2))
globals()["encode" + "_once"](Helper(), torch.randn(3, 4, 2))
globals()["fol" + "low"]([nn.Linear(2, 2), nn.Tanh()], torch.randn(3, 4, 2))
globals()["dis" + "til"](nn.Sequential(nn.Linear(2, 2), nn.Tanh()), {"lr": 0.1}, torch.randn(3, 4, 2))
