"""Code that sees nothing but data takes no more of the budget than it is allowed."""

from __future__ import annotations

from pathlib import Path

import pytest

from retain_lint.domain.call_verdict import Verdict
from retain_lint.interpreter.effects import data_only_calls
from retain_lint.runner import Runner

HEAD = """
import json
import torch
from torch import nn

net = nn.Linear(2, 1)
"""
TRAINING = """
for row in rows:
    loss = net(torch.randn(4, 2)).sum()
    loss.backward(retain_graph=True)
"""
COUNTER = """
def count(rows):
    total = 0
    for part in rows:
        for row in part["parts"]:
            for field in row["fields"]:
                if field["a"] > total:
                    total += field["b"]
                elif field["c"] == row["d"]:
                    total -= field["e"]
                for item in field["items"]:
                    if item["c"] > total:
                        total += item["d"]
                        if item["e"] == row["f"]:
                            total += item["g"]
                    elif item["f"]:
                        total -= 1
                    for word in item["words"]:
                        if word["a"] > total:
                            total += word["b"]
                        elif word["c"] == item["d"]:
                            total -= word["e"]
    return total

rows = json.load(open("rows.json"))
print(count(rows))
"""
READER = """
import argparse
import os
from torchtext import data

class Rows:
    def __init__(self, options):
        self.words = data.Field(lower=True)
{ways}
        self.words.build_vocab(self.train, self.test)
        self.batches = data.Batches(self.train, size=options.size)

def train(rows):
    for row in rows.batches:
        loss = net(torch.randn(4, 2)).sum()
        loss.backward(retain_graph=True)
        for name, weight in net.named_parameters():
            if weight.dim() > 1:
                print(name, weight.norm(), row.x)

parser = argparse.ArgumentParser()
parser.add_argument("--limit", type=int, default=400)
parser.add_argument("--size", type=int, default=4)
train(Rows(parser.parse_args()))
"""
ONE_WAY = """
        self.train, self.test = data.Table.splits(path="rows")
"""
WAYS = """
        if os.path.exists("rows.pt"):
            self.train, self.test = data.Dataset(torch.load("rows.pt")), data.Dataset(torch.load("test.pt"))
        else:
            self.train, self.test = data.Table.splits(path="rows")
        if options.limit > 0:
            self.train.examples = [row for row in self.train.examples if len(row.words) < options.limit]
"""


def _count(path: Path, text: str) -> int:
    path.write_text(text)
    result = Runner().check_file(path)
    assert [call.verdicts for call in result.calls] == [(Verdict.UNNECESSARY,)]
    return result.statistics["instructions"]


def test_ways_to_read_data_are_not_followed_apart(tmp_path: Path) -> None:
    one = _count(tmp_path / "one.py", HEAD + READER.format(ways=ONE_WAY))
    assert _count(tmp_path / "many.py", HEAD + READER.format(ways=WAYS)) < 2 * one


def test_a_costly_call_on_data_is_abandoned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = _count(tmp_path / "whole.py", HEAD + COUNTER + TRAINING)
    monkeypatch.setattr(data_only_calls, "MAX_ALLOWED", 1_000)
    assert _count(tmp_path / "abandoned.py", HEAD + COUNTER + TRAINING) < min(3_000, whole / 2)
