"""Settings that libraries overwrite, and their dictionaries whose entries are attributes: what a file says is not known."""

from pathlib import Path

import pytest

from retain_lint.frontend.text import read_source
from retain_lint.runner import Runner

PROGRAM = """
import torch
import yaml
from easydict import EasyDict
from torch import nn

config = EasyDict()
config.train = EasyDict()
config.train.twice = False
config.train.path = ""


def merge(given, into):
    for key, value in given.iteritems():
        if not into.has_key(key):
            raise KeyError(key)
        if type(value) is EasyDict:
            merge(given[key], into[key])
        else:
            into[key] = value


with open("config.yaml") as file:
    {read}
net = nn.Linear(3, 3)
for x in torch.rand(4, 2, 3):
    loss = net(x).sigmoid().sum()
    loss.backward(retain_graph=True)
    if {twice}:
        loss.backward()
"""


@pytest.mark.parametrize(
    ("read", "twice", "codes"),
    [
        ("merge(EasyDict(yaml.safe_load(file)), config)", "config.train.twice", []),
        ("merge(yaml.safe_load(file), config)", "config.train.twice", []),
        ("config.update(yaml.safe_load(file))", "config.train.twice", []),
        ("config.train.update(yaml.safe_load(file))", "config.train.twice", []),
        ("merge(EasyDict(yaml.safe_load(file)), config)", "config.train.path != ''", []),
        ("loaded = EasyDict(yaml.safe_load(file))", "config.train.twice", ["RTG201"]),
        ("loaded = EasyDict(yaml.safe_load(file))", "loaded.train.twice", []),
    ],
)
def test_what_a_file_may_overwrite_is_not_known(read: str, twice: str, codes: list[str]) -> None:
    text = PROGRAM.format(read=read, twice=twice)
    found = Runner().check_source(read_source(Path("/nowhere/program.py"), text.encode()))
    assert [one.diagnostic.code for one in found.reported] == codes


KEPT = """
import torch
from easydict import EasyDict
from torch import nn

net = nn.Linear(3, 3)
for x in torch.rand(4, 2, 3):
    out = EasyDict({given})
    {store}
    out.loss.backward(retain_graph=True)
    out.loss.backward()
"""


@pytest.mark.parametrize(
    ("given", "store"), [("loss=net(x).sigmoid().sum()", "pass"), ("", "out.loss = net(x).sigmoid().sum()")]
)
def test_graphs_that_one_holds_are_not_lost(given: str, store: str) -> None:
    text = KEPT.format(given=given, store=store)
    found = Runner().check_source(read_source(Path("/nowhere/program.py"), text.encode()))
    assert found.reported == ()


SETTINGS = """
import sys
import torch
from pydantic_settings import BaseSettings
from somelib import Base, Options, apply_overrides
from torch import nn


class Plain:
    def __init__(self):
        self.twice = False


class Read(BaseSettings):
    twice: bool = False


class Parsed(Base):
    twice = False


net = nn.Linear(3, 3)
{made}
for x in torch.rand(4, 2, 3):
    loss = net(x).sigmoid().sum()
    loss.backward(retain_graph=True)
    if config.twice:
        loss.backward()
"""


@pytest.mark.parametrize(
    ("made", "codes"),
    [
        ("config = Plain()", ["RTG201"]),
        ("config = Plain(); print(config)", ["RTG201"]),
        ("config = Plain(); apply_overrides(config, sys.argv)", []),
        ("config = Read()", []),
        ("config = Read(twice=False)", ["RTG201"]),
        ("config = Parsed()", ["RTG201"]),
        ("config = Parsed(); config.parse(sys.argv)", []),
        ("config = Options(); config.twice = False; config.parse(sys.argv)", []),
    ],
)
def test_libraries_overwrite_settings(made: str, codes: list[str]) -> None:
    text = SETTINGS.format(made=made)
    found = Runner().check_source(read_source(Path("/nowhere/program.py"), text.encode()))
    assert [one.diagnostic.code for one in found.reported] == codes
