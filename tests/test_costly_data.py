"""Code that sees nothing but data takes no more of the budget than it is allowed."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent

import pytest

from retain_lint.domain.call_verdict import Verdict
from retain_lint.domain.heap import InstanceRecord
from retain_lint.frontend.lower import lower_module
from retain_lint.frontend.reading import Reading
from retain_lint.frontend.text import read_source
from retain_lint.interpreter.drivers.assembly import make_analysis
from retain_lint.interpreter.drivers.entry_points import run_script
from retain_lint.interpreter.effects import data_only_calls
from retain_lint.interpreter.heap.provenance import takes_numbers
from retain_lint.project.loader import LoadedModule, Project
from retain_lint.runner import Runner
from tests.truth.execution import run_program
from tests.truth.program_files import list_programs

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
#: the same as a method, of which another is called as an optimiser's is
WORLD = f"""
class World:
    def __init__(self):
        self.rows = json.load(open("rows.json"))

    def step(self, total):
        return total + 1

    def reset(self):
        rows = self.rows
{indent(COUNTER[COUNTER.index("    total") : COUNTER.index("    return")], "    ")}
        return self.step(total)

world = World()
rows = world.rows
print(world.reset())
"""
#: the same, with a layer that has no parameters, as transforms of images are
SQUASHED = "squash = nn.Sequential(nn.Flatten(0), nn.Tanh())\n" + COUNTER.replace(
    "total = 0", "total = squash(torch.zeros(1)).item()"
)
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


@pytest.mark.parametrize("costly", [COUNTER, WORLD, SQUASHED], ids=["function", "method", "with a layer"])
def test_a_costly_call_on_data_is_abandoned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, costly: str) -> None:
    whole = _count(tmp_path / "whole.py", HEAD + costly + TRAINING)
    monkeypatch.setattr(data_only_calls, "MAX_ALLOWED", 1_000)
    assert _count(tmp_path / "abandoned.py", HEAD + costly + TRAINING) < min(3_000, whole / 2)


BUFFER = """
import numpy as np
from worlds import *

class Buffer:
    def __init__(self, size):
        self.values, self.returns, self.rewards = np.zeros(size), np.zeros(size), REWARDS

    def finish(self, options):
        if options.shuffled:
            np.random.shuffle(self.values)
        if options.scaled:
            self.returns = self.returns / self.rewards.max()
        if options.clipped:
            self.values[1] = self.rewards[0]

buffer = Buffer((8, 2))
buffer.finish(OPTIONS)
"""


def test_arrays_stay_arrays_where_data_is_abandoned(monkeypatch: pytest.MonkeyPatch) -> None:
    """An array of numbers that such code hands on or writes to has no graph afterwards, either; what it sets may be anything."""
    monkeypatch.setattr(data_only_calls, "MAX_COST", -1)
    source = read_source(Path("/nowhere/program.py"), BUFFER.encode())
    m = make_analysis(LoadedModule(lower_module(Reading(source), "program"), source), Project(Path("/nowhere")))
    (state,) = run_script(m)
    held = state.record(state.variables(m.program.globals[m.program.main])["buffer"])
    assert isinstance(held, InstanceRecord)
    arrays = {name: takes_numbers(value) for name, value in held.attributes}
    assert arrays == {"values": True, "returns": False, "rewards": False}


DESCRIBED = [
    ("None", "made is not None"),
    ("1, None", "made[1] is not None"),
    ("[None, None]", "len(made) != 2"),
    ("[[None]]", "made[0][0] is not None"),
    ("{'a': None}", "made['a'] is not None"),
    ("torch.zeros(2)", "made is None"),
    ("torch.zeros(2)", "made.requires_grad"),
    ("(torch.zeros(2), {'a': [None]})", "made[1]['a'][0] is not None"),
]
UNLIKE = [
    ("None if options.deep else 1", "made is not None"),
    ("[None] if options.deep else [1]", "made[0] is not None"),
    ("{'a': None} if options.deep else {'a': 1}", "made['a'] is not None"),
    ("(None, None) if options.deep else (None, 1)", "made[1] is not None"),
]


def _codes(made: str, test: str, calls: int = 1) -> list[str]:
    """What is reported where a function that ends on four ways gives that, and what it gives is tested."""
    (program,) = [one for one in list_programs() if one.path.stem == "c742_it_gives_nothing_on_any_of_four_ways"]
    called = "made = describe(options, notes)\n" * calls
    text = program.code.replace("if describe(options, notes) is not None", f"{called}if {test}")
    text = text.replace("return None", f"return {made}")
    return [one.diagnostic.code for one in Runner().check_bytes(Path("program.py"), text.encode()).reported]


@pytest.mark.parametrize("calls", [1, 2])
@pytest.mark.parametrize(("made", "test"), DESCRIBED)
def test_what_is_made_on_many_ways_is_of_one_kind(made: str, test: str, calls: int) -> None:
    assert _codes(made, test, calls) == []


def test_a_kind_that_came_before_on_fewer_ways_counts() -> None:
    (program,) = [one for one in list_programs() if one.path.stem == "c742_it_gives_nothing_on_any_of_four_ways"]
    text = program.code.replace("    if options.deep", "    if 'done' in notes:\n        return 1\n    if options.deep")
    called = "describe(options, {'done': 1})"
    text = text.replace("if describe", f"{called}\ndescribe(options, notes)\nif {called} is not None or describe")
    (found,) = Runner().check_bytes(Path("program.py"), text.encode()).reported
    assert found.diagnostic.code == "RTG101"
    assert run_program(text).error_line == found.diagnostic.location.span.start_line


@pytest.mark.parametrize(("made", "test"), UNLIKE)
def test_what_is_of_several_kinds_may_be_any_of_them(made: str, test: str) -> None:
    assert _codes(made, test) == ["RTG101"]


def test_a_call_that_is_ended_while_it_imports_gives_something(tmp_path: Path) -> None:
    """What is left to the importer is more than the call was allowed: that it has taken too much is known all the same."""
    arms = "".join(
        f"    elif args.net == {n}:\n        from nets_{n} import make\n        net = make()\n" for n in range(60)
    )
    chosen = f"def choose(args):\n    {arms.strip()[2:]}\n    else:\n        raise ValueError\n    return net\n"
    layers = "".join(f"        self.layer_{n} = nn.Linear(2, 2)\n" for n in range(40))
    for n in range(60):
        code = f"class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n{layers}\n"
        made = "def make():\n    return Net()\n\n\nknown = [make(), make(), make()]\n"
        (tmp_path / f"nets_{n}.py").write_text(f"from torch import nn\n\n\n{code}\n{made}")
    options = "import argparse\n\nargs = argparse.ArgumentParser().parse_args()\nrows = range(9)\nmade = choose(args)\n"
    main = tmp_path / "main.py"
    main.write_text(f"{HEAD}\n\n{chosen}\n\n{options}{TRAINING}")
    (call,) = Runner().check_bytes(main, main.read_bytes()).calls
    assert call.verdicts == (Verdict.UNNECESSARY,)
