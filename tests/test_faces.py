"""Every face means the same by the same words: command line, configuration files, flake8 and its configuration."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from flake8.main.cli import main as flake8_main

from retain_lint.cli.main import main
from tests.commands import FREED, RETAINED, write_files
from tests.truth.execution import run_program

# What torch does is asserted below. Conditional: line 18 raises only if `aux` and not `detach`.
CONDITIONAL = """\
import torch

net = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.Tanh(), torch.nn.Linear(8, 1))
head = torch.nn.Linear(1, 1)
opt = torch.optim.SGD([*net.parameters(), *head.parameters()], lr=0.1)


def train(loader, aux, detach):
    for x in loader:
        y = net(x)
        loss = y.square().mean()
        opt.zero_grad()
        if aux:
            loss.backward()
        if detach:
            y = y.detach()
        loss2 = head(y).mean()
        loss2.backward()
        opt.step()
"""
# Off by default as a rule: one backward of the sum does the same.
SEPARATE = """\
import torch

net = torch.nn.Linear(2, 2)
out = net(torch.ones(1, 2)).tanh()
one = out.sum()
two = out.pow(2).sum()
one.backward(retain_graph=True)
two.backward()
"""
# Off by default as a form of a rule that is on: False spelled out.
SPELLED = """\
import torch

x = torch.ones(2, requires_grad=True)
(x * x).sum().backward(retain_graph=False)
"""
PROGRAMS = {"conditional": CONDITIONAL, "freed": FREED, "retained": RETAINED, "separate": SEPARATE, "spelled": SPELLED}

DEFAULT = {"freed RTG101", "retained RTG201"}
STYLE = {"separate RTG203", "spelled RTG202"}
SOME_PATHS = {"conditional RTG101"}

# selectors to report, selectors to report too, selectors to ignore, minimum confidence: what is reported
TABLE = [
    ("", "", "", "", DEFAULT),
    ("", "", "", "definite", DEFAULT),
    ("", "", "", "conditional", DEFAULT | SOME_PATHS),
    ("", "", "RTG2", "", {"freed RTG101"}),
    ("", "", "RTG999", "", DEFAULT),
    ("RTG", "", "", "", DEFAULT | STYLE),
    ("RTG", "", "", "conditional", DEFAULT | STYLE | SOME_PATHS),
    ("RTG1", "", "", "", {"freed RTG101"}),
    ("RTG1", "", "", "conditional", {"freed RTG101"} | SOME_PATHS),
    ("RTG2", "", "", "", {"retained RTG201"} | STYLE),
    ("RTG203", "", "", "", {"separate RTG203"}),
    ("", "RTG203", "", "", DEFAULT | {"separate RTG203"}),
    ("", "RTG202", "", "", DEFAULT | {"spelled RTG202"}),
    ("", "RTG2", "RTG201", "", {"freed RTG101"} | STYLE),
    ("RTG101", "", "RTG1", "", {"freed RTG101"}),
    ("RTG1,RTG2", "", "RTG101,RTG203", "conditional", {"retained RTG201", "spelled RTG202"}),
]
"""An ignored RTG999 stands for a code of another tool (flake8 would replace its list of what is off by default)."""

ROWS = pytest.mark.parametrize(("select", "extend", "ignore", "confidence", "expected"), TABLE)


def test_the_programs_are_what_they_are_said_to_be() -> None:
    calls = "train([torch.ones(2, 4)], {}, {})\n"
    for aux, detach, raises in ((True, False, True), (True, True, False), (False, False, False)):
        run = run_program(CONDITIONAL + calls.format(aux, detach))
        assert (run.error_line == 18) == (run.error is not None) == raises
    assert run_program(SEPARATE).error is None and run_program(SPELLED).error is None


def keys(select: str, extend: str, ignore: str, confidence: str) -> dict[str, str]:
    said = {"select": select, "extend-select": extend, "ignore": ignore, "min-confidence": confidence}
    return {key: value for key, value in said.items() if value}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The programs, in the working directory: the faces run in this process, which is five times as fast."""
    write_files(tmp_path, **PROGRAMS)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def check(capsys: pytest.CaptureFixture[str], *arguments: str) -> set[str]:
    assert main(["check", "--output-format", "json", *arguments]) in (0, 1)
    return {f"{Path(entry['filename']).stem} {entry['code']}" for entry in json.loads(capsys.readouterr().out)}


def run_flake8(capsys: pytest.CaptureFixture[str], *arguments: str) -> set[str]:
    assert flake8_main(["--format", "%(path)s %(code)s", "-j1", *arguments, "."]) in (0, 1)
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    return {f"{Path(path).stem} {code}" for path, code in lines if code.startswith("RTG")}


def flags(said: dict[str, str], prefix: str = "") -> list[str]:
    return [f"--{prefix if key == 'min-confidence' else ''}{key}={value}" for key, value in said.items()]


def without_others(said: dict[str, str]) -> dict[str, str]:
    """Our command line knows our own codes only."""
    return {key: value for key, value in said.items() if value != "RTG999"}


@ROWS
def test_command_line(
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    select: str,
    extend: str,
    ignore: str,
    confidence: str,
    expected: set[str],
) -> None:
    assert check(capsys, *flags(without_others(keys(select, extend, ignore, confidence)))) == expected


@ROWS
def test_toml(
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    select: str,
    extend: str,
    ignore: str,
    confidence: str,
    expected: set[str],
) -> None:
    said = without_others(keys(select, extend, ignore, confidence))
    values = {key: value if key == "min-confidence" else value.split(",") for key, value in said.items()}
    text = "".join(f"{key} = {json.dumps(value)}\n" for key, value in values.items())
    (folder / "pyproject.toml").write_text(f"[tool.retain-lint]\n{text}", encoding="utf-8")
    assert check(capsys) == expected


@ROWS
def test_setup_cfg(
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    select: str,
    extend: str,
    ignore: str,
    confidence: str,
    expected: set[str],
) -> None:
    said = without_others(keys(select, extend, ignore, confidence))
    text = "".join(f"{key} = {value}\n" for key, value in said.items())
    (folder / "setup.cfg").write_text(f"[retain-lint]\n{text}", encoding="utf-8")
    assert check(capsys) == expected


@ROWS
def test_flake8(
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    select: str,
    extend: str,
    ignore: str,
    confidence: str,
    expected: set[str],
) -> None:
    said = keys(select, extend, ignore, confidence)
    assert run_flake8(capsys, *flags(said, "rtg-")) == expected


@ROWS
def test_flake8_configuration(
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    select: str,
    extend: str,
    ignore: str,
    confidence: str,
    expected: set[str],
) -> None:
    said = keys(select, extend, ignore, confidence)
    text = "".join(f"{'rtg-' if key == 'min-confidence' else ''}{key} = {value}\n" for key, value in said.items())
    (folder / "setup.cfg").write_text(f"[flake8]\n{text}", encoding="utf-8")
    assert run_flake8(capsys) == expected


@pytest.mark.parametrize(
    "written,said",
    [
        ("rtg-min-confidence = sure", "rtg-min-confidence must be one of definite, conditional, not sure"),
        ("rtg-no-cache = maybe", "rtg-no-cache must be one of 1, yes, true, on, 0, no, false, off, not maybe"),
    ],
)
def test_wrong_values_in_flake8s_configuration_are_refused(tmp_path: Path, written: str, said: str) -> None:
    (tmp_path / ".flake8").write_text(f"[flake8]\n{written}\n", encoding="utf-8")
    run = subprocess.run([sys.executable, "-m", "flake8", "."], cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode == 1
    assert said in run.stdout + run.stderr and "Traceback" not in run.stdout + run.stderr


@pytest.mark.parametrize("written", ["True", "off", "1"])
def test_flags_in_flake8s_configuration(tmp_path: Path, written: str) -> None:
    (tmp_path / ".flake8").write_text(f"[flake8]\nrtg-no-cache = {written}\n", encoding="utf-8")
    run = subprocess.run([sys.executable, "-m", "flake8", "."], cwd=tmp_path, capture_output=True, text=True)
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
