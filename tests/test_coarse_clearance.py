"""A first run with joined paths: what it costs, and that a doubt leads to a run with paths apart."""

import textwrap
from pathlib import Path

from retain_lint.frontend.text import read_source
from retain_lint.results.model import FileResult
from retain_lint.runner import Runner

HEAD = """
import argparse
import torch
from torch import nn

parser = argparse.ArgumentParser()
options = parser.parse_args()
net = nn.Linear(4, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
"""
#: each doubles the paths: what it sets is read at the end
OPTION = """
if options.flag_{n}:
    value_{n} = {{"many": options.value_{n}}}
else:
    value_{n} = None
"""
LOOP = """
for x in torch.randn(3, 2, 4):
    optimizer.zero_grad()
    loss = net(x).sum()
    loss.backward()
    optimizer.step()
    print({names})
"""
SIBLING = """
if options.flag_{n}:
    loss = net(torch.randn(2, 4)).sum()
    loss.backward()
"""
CARRIED = """
state = torch.zeros(1) if options.zero else None
for x in torch.randn(3, 2, 4):
    optimizer.zero_grad()
    out = net(x)
    if state is not None:
        out = out + state
    state = out
    loss = out.sum()
    loss.backward()
    optimizer.step()
"""


def _check(text: str) -> FileResult:
    return Runner().check_source(read_source(Path("/nowhere/program.py"), textwrap.dedent(text).encode()))


def _with_options(count: int) -> str:
    names = ", ".join(f"value_{n}" for n in range(count))
    return HEAD + "".join(OPTION.format(n=n) for n in range(count)) + LOOP.format(names=names)


def test_options_cost_what_they_are_long() -> None:
    few, many = (_check(_with_options(count)).statistics for count in (5, 50))
    assert many["instructions"] < 10 * few["instructions"]
    assert not any(name.endswith("cuts") for name in many)


def test_a_doubt_leads_to_paths_apart() -> None:
    found = _check(HEAD + CARRIED)
    assert [one.diagnostic.code for one in found.reported] == ["RTG102"]


def test_siblings_that_run_the_engine_end_within_the_budget() -> None:
    statistics = _check(HEAD + "".join(SIBLING.format(n=n) for n in range(400))).statistics
    assert statistics["instructions"] < 110_000  # a run on paths apart, and what it leaves open on joined ones
