"""A long helper that leaves nothing is not run for each of its calls; one that keeps a graph is."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent

import pytest

from retain_lint.domain.call_verdict import Verdict
from retain_lint.runner import Runner

PROGRAMS = Path(__file__).parent / "truth" / "programs"
CALL = "        report(net, batches, options)\n"


def _count(path: Path, text: str) -> int:
    path.write_text(text)
    result = Runner().check_file(path)
    assert [call.verdicts for call in result.calls] == [(Verdict.UNNECESSARY,)]
    return result.statistics["instructions"]


def test_what_leaves_nothing_is_not_run_again(tmp_path: Path) -> None:
    text = (PROGRAMS / "c606_validation_that_leaves_nothing.py").read_text()
    once = _count(tmp_path / "once.py", text)
    assert _count(tmp_path / "often.py", text.replace(CALL, 20 * CALL)) < 1.5 * once


def _count_unrecorded(tmp_path: Path, added: str = "") -> tuple[int, int]:
    """The instructions of a run with one call, and with twenty, of a report that gives a number and records no gradients."""
    text = (PROGRAMS / "c606_validation_that_leaves_nothing.py").read_text()
    text = text.replace("    net.train()\n", "    net.train()\n    return float(picture.sum())\n")
    text = text.replace(
        "    for batch in batches:\n        if", "    with torch.no_grad():\n     for batch in batches:\n        if", 1
    )
    text = text.replace("def show(", f"def find_kept(net):\n    return []\n\n\n{added}def show(")
    text = text.replace("    net.eval()\n", "    net.eval()\n    kept = find_kept(net)\n    kept.append(1)\n")
    used = CALL.replace("report", "score = report") + "        print(score)\n"
    once = _count(tmp_path / "once.py", text.replace(CALL, used))
    return once, _count(tmp_path / "often.py", text.replace(CALL, 20 * used))


def test_data_that_is_computed_without_gradients_is_of_one_kind(tmp_path: Path) -> None:
    once, often = _count_unrecorded(tmp_path)
    assert often < 1.5 * once


NUDGE = """\
def nudge(optimizer, *others):
    optimizer.step()


ACTIONS = [nudge]


"""


def test_what_objects_may_do_elsewhere_does_not_count(tmp_path: Path) -> None:
    """A function is used as a value that steps, and may be what an object's name holds: the report is seen to do nothing of it."""
    once, often = _count_unrecorded(tmp_path, NUDGE)
    assert often < 1.5 * once


def test_what_keeps_a_graph_is_run() -> None:
    result = Runner().check_file(PROGRAMS / "c607_validation_that_keeps_a_graph.py")
    assert [call.verdicts for call in result.calls] == [
        (Verdict.FINE,),
        (Verdict.FINE,),
        (Verdict.NEEDED,),
        (Verdict.FINE,),
    ]


PROBE = """\
class Probe(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer, self.seen = nn.Linear(2, 2), 0.0

    def forward(self, x):
        return self.layer(x)


def report("""


def _count_probing(tmp_path: Path, change: str, made: str) -> tuple[int, int]:
    """The instructions of a run with one call, and with twenty, of a report on a module that it leaves with a change."""
    text = (PROGRAMS / "c606_validation_that_leaves_nothing.py").read_text()
    text = text.replace("def report(", PROBE).replace("    net.train()\n\n", f"    {change}\n\n")
    text = text.replace("batches, options):\n    for", f"batches, options):\n    probe = {made}\n    for")
    call = "        probe.train()\n" + CALL.replace("net", "probe")
    once = _count(tmp_path / "once.py", text.replace(CALL, call))
    return once, _count(tmp_path / "often.py", text.replace(CALL, 20 * call))


@pytest.mark.parametrize("change", ["pass", "net.seen = float(picture.sum())", "net.seen, net.layer.seen = 1.0, 2.0"])
def test_what_leaves_modes_and_data_is_not_run_again(tmp_path: Path, change: str) -> None:
    once, often = _count_probing(tmp_path, change, "Probe()")
    assert often < 1.5 * once


@pytest.mark.parametrize(
    "change,made",
    [
        ("net.seen = float(picture.sum())", "nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2))"),
        ("net.seen = out", "Probe()"),
        ("net.layer = nn.Linear(2, 2)", "Probe()"),
        ("nn.init.zeros_(net.layer.weight)", "Probe()"),
    ],
)
def test_what_leaves_more_is_run_again(tmp_path: Path, change: str, made: str) -> None:
    once, often = _count_probing(tmp_path, change, made)
    assert often > 5 * once


def _train_by_name(of_class: bool) -> str:
    """The program's function `_train` called `train`, or as a method of that name, for clients to call."""
    text = (PROGRAMS / "c606_validation_that_leaves_nothing.py").read_text().replace("def _train(", "def train(")
    text = text[: text.index("globals()")]
    if not of_class:
        return text
    start, end = text.index("def train("), text.index("class Options")
    method = indent(text[start:end].replace("train(net,", "train(self, net,"), "    ")
    return f"{text[:start]}class Trainer:\n{method}{text[end:]}"


def _call_often(text: str) -> str:
    (call,) = (line for line in text.splitlines(keepends=True) if line.endswith(CALL))
    return text.replace(call, 20 * call)


@pytest.mark.parametrize("of_class", [False, True])
def test_what_sets_a_mode_is_not_what_trains(tmp_path: Path, of_class: bool) -> None:
    """`net.train()` in the report calls no function, and no method, that takes batches."""
    text = _train_by_name(of_class)
    once = _count(tmp_path / "once.py", text)
    assert _count(tmp_path / "often.py", _call_often(text)) < 1.5 * once


def test_what_trains_with_nothing_given_may_be_what_sets_a_mode(tmp_path: Path) -> None:
    text = _train_by_name(of_class=True).replace("def train(self, net,", "def train(self, net=None,")
    text = text.replace("optimizer, batches, options):", "optimizer=None, batches=(), options=None):")
    once = _count(tmp_path / "once.py", text)
    assert _count(tmp_path / "often.py", _call_often(text)) > 1.5 * once
