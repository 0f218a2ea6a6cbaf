"""Constants under names that are known may be overwritten under names that are not: by what a file says, mostly."""

import argparse
import json
from types import SimpleNamespace

import torch
from torch import nn

net = nn.Linear(3, 3)
loaded = json.loads('{"twice": true, "inner": {"twice": true}}')


class Config:
    twice = False

    def __init__(self, **given):
        self.again = False
        for name, value in given.items():
            setattr(self, name, value)

    def merge(self, given):
        self.__dict__.update(given)


class Words(dict):
    __getattr__ = dict.get
    __setattr__ = dict.__setitem__


def merge(given, into):
    for key, value in given.items():
        if type(value) is dict and key in into:
            merge(value, into[key])
        else:
            into[key] = value


one = {"twice": False}
for key, value in loaded.items():
    one[key] = value
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
if one["twice"]:
    kept.sum().backward()
one = {"twice": False}
one.update(loaded)
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
if one["twice"]:
    kept.sum().backward()
one = {**{"twice": False}, **loaded}
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
if one["twice"]:
    kept.sum().backward()
one = {"inner": {"twice": False}}
merge(loaded, one)
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
if one["inner"]["twice"]:
    kept.sum().backward()
one = SimpleNamespace(twice=False)
for key, value in loaded.items():
    setattr(one, key, value)
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
if one.twice:
    kept.sum().backward()
one = SimpleNamespace(twice=False)
vars(one).update(loaded)
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
if one.twice:
    kept.sum().backward()
one = SimpleNamespace(twice=False)
for key, value in loaded.items():
    one.__dict__[key] = value
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
if one.twice:
    kept.sum().backward()
one = argparse.ArgumentParser().parse_args([])
one.twice = False
one.__dict__.update(loaded)
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
if one.twice:
    kept.sum().backward()
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
if Config(**loaded).twice:
    kept.sum().backward()
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
if Config(**json.loads('{"again": true}')).again:
    kept.sum().backward()
one = Config()
one.merge(loaded)
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
if one.twice:
    kept.sum().backward()
for key, value in loaded.items():
    setattr(Config, key, value)
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
if Config.twice:
    kept.sum().backward()
one = Words(twice=False)
one.update(loaded)
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
if one.twice:
    kept.sum().backward()
one = Words()
one.twice = False
for key, value in loaded.items():
    one[key] = value
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
if one.twice:
    kept.sum().backward()
one = [False, False]
one[int(json.loads("1"))] = True
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
if one[1]:
    kept.sum().backward()
one = dict({"twice": False}, **loaded)
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
if one["twice"]:
    kept.sum().backward()
parser = argparse.ArgumentParser()
parser.add_argument("--twice", action="store_true")
one = SimpleNamespace(twice=False)
parser.parse_args(["--twice"], namespace=one)
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
if one.twice:
    kept.sum().backward()
twice = False
globals().update(loaded)
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
if twice:
    kept.sum().backward()
again = False
for key in json.loads('["again"]'):
    globals()[key] = True
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
if again:
    kept.sum().backward()
one = {"twice": False}
one.update(**loaded)
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
if one["twice"]:
    kept.sum().backward()
