"""What a budget ends is not known: nothing is said that the rest of a run could refute."""

from __future__ import annotations

from pathlib import Path

import pytest

from retain_lint.domain.call_verdict import Reason
from retain_lint.interpreter.calls import dispatch
from retain_lint.interpreter.context import budget
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.drivers import entry_points
from retain_lint.runner import Runner

LIBRARY = """\
import torch
from torch import nn

class Model:
    def __init__(self):
        self.net = nn.Linear(3, 3)

    def update(self, hidden):
        self.net(hidden).square().sum().backward(retain_graph=True)
"""
SCRIPT = """\
import torch
from torch import nn
from library import Model

{settings}
encoder, model = nn.Linear(3, 3), Model()
hidden = encoder(torch.rand(2, 3))
for _ in range(3):
    model.update(hidden)
"""


def codes(library: Path) -> set[str]:
    """What is found in the library."""
    result = Runner().check_bytes(library, library.read_bytes())
    assert result.errors == ()
    return {reported.diagnostic.code for reported in result.reported}


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """A project's library, and the script that uses it."""
    (tmp_path / "pyproject.toml").touch()
    settings = "\n".join(f"setting_{number} = {number}" for number in range(100))
    (tmp_path / "main.py").write_text(SCRIPT.format(settings=settings))
    (tmp_path / "library.py").write_text(LIBRARY)
    return tmp_path / "library.py"


def test_a_retain_that_nobody_else_is_seen_to_need(library: Path) -> None:
    (library.parent / "main.py").unlink()
    assert codes(library) == {"RTG201"}


def test_a_retain_that_the_script_needs(library: Path) -> None:
    assert codes(library) == set()


def test_a_script_that_the_budget_ends_may_need_the_retain(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for bound in ("MAX_STEPS", "MIN_STEPS"):
        monkeypatch.setattr(budget, bound, 80)
    assert codes(library) == set()


def test_a_script_that_the_budget_ends_has_no_graph_that_it_did_not_give(
    library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.write_text(LIBRARY.replace("self.net(hidden)", "self.net(torch.rand(2, 3))"))
    for bound in ("MAX_STEPS", "MIN_STEPS"):
        monkeypatch.setattr(budget, bound, 80)
    assert codes(library) == {"RTG201"}


def test_a_script_does_not_have_to_do_with_what_the_library_leaves(
    library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = "\n".join(f"setting_{number} = {number}" for number in range(100))
    library.write_text(f"{LIBRARY}\n{settings}\n")
    make = entry_points.make_analysis

    def make_small(*given: object) -> Analysis:
        m = make(*given)  # type: ignore[arg-type]
        m.budget.steps = m.budget.granted = 150
        return m

    monkeypatch.setattr(entry_points, "make_analysis", make_small)
    result = Runner().check_bytes(library, library.read_bytes())
    assert "steps budget cuts" not in result.statistics and result.statistics["instructions"] > 200


def test_a_factory_of_many_networks_makes_none_of_them(tmp_path: Path) -> None:
    """With an option that is not known it costs less than to make the one network that a known option asks for."""
    folder = Path(__file__).parent / "projects" / "programs" / "factory_of_many_networks"
    for file in folder.iterdir():
        (tmp_path / file.name).write_text(file.read_text())
    unknown = count_instructions(tmp_path / "model.py")
    text = (tmp_path / "model.py").read_text()
    (tmp_path / "model.py").write_text(text.replace("options.kind", '"padded"').replace("options.judge", '"padded"'))
    assert unknown < count_instructions(tmp_path / "model.py")


def count_instructions(path: Path) -> int:
    """What a run over a file costs."""
    return Runner().check_bytes(path, path.read_bytes()).statistics["instructions"]


SELECTED = """\
import torch
from torch import nn

class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(*[nn.Linear(2, 2) for _ in range({layers})])

    def forward(self, x, selected):
        features = []
        for number, layer in enumerate(self.layers):
            x = layer(x)
            if number in selected:
                features.append(x)
        return features

class Trainer:
    def __init__(self, options):
        self.selected = [int(number) for number in options.layers.split(",")]
        self.encoder = Encoder()

    def update(self, batch):
        features = self.encoder(batch, self.selected)
        sum(feature.square().mean() for feature in features).backward(retain_graph=True)
"""


def test_selected_features_do_not_multiply_the_paths(tmp_path: Path) -> None:
    results = [Runner().check_bytes(tmp_path / "a.py", SELECTED.format(layers=n).encode()) for n in (3, 6)]
    assert [[x.diagnostic.code for x in result.reported] for result in results] == [["RTG201"], ["RTG201"]]
    few, many = (result.statistics["instructions"] for result in results)
    assert many < 3 * few and not any("disjuncts budget cuts" in result.statistics for result in results)


def test_what_only_a_cut_function_calls_is_cut_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatch, "MAX_DEPTH", 0)
    (tmp_path / "parts.py").write_text("SCALE = 3 +\n")
    text = """\
import torch
import parts

def outer(x):
    def inner(y):
        y.sum().backward()
    inner(x * parts.SCALE)

def beside(x):
    def alone(y):
        y.sum().backward()
    return x

outer(torch.ones(3, requires_grad=True))
"""
    called, alone = Runner().check_bytes(tmp_path / "program.py", text.encode()).calls
    assert [doubt.reason for doubt in called.doubts] == [Reason.DEPTH]
    assert [doubt.reason for doubt in alone.doubts] == [Reason.NO_CALLER]
