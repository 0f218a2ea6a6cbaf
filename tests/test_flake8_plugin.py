"""The plugin inside the real flake8."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from retain_lint import __version__
from retain_lint.flake8_plugin import Plugin
from tests.commands import CLEAN, FREED, RETAINED, check_json, write_files
from tests.truth.execution import run_program

# Line 8 retains for line 9 only.
SEPARATE = """\
import torch

net = torch.nn.Linear(2, 2)
out = net(torch.ones(1, 2)).tanh()
one = out.sum()
two = out.pow(2).sum()

one.backward(retain_graph=True)
two.backward()
"""


def run_flake8(folder: Path, *arguments: str, stdin: str = "") -> list[str]:
    """The lines that flake8 prints about our codes."""
    command = [sys.executable, "-m", "flake8", *arguments]
    run = subprocess.run(command, cwd=folder, input=stdin, capture_output=True, text=True)
    assert run.returncode in (0, 1) and run.stderr == "", run.stderr
    return [line for line in run.stdout.splitlines() if " RTG" in line]


def test_entry_point() -> None:
    (entry,) = (entry for entry in entry_points(group="flake8.extension") if entry.name == "RTG")
    assert entry.load() is Plugin
    version = subprocess.run([sys.executable, "-m", "flake8", "--version"], capture_output=True, text=True).stdout
    assert f"retain-lint: {__version__}" in " ".join(version.split())


def test_places_and_messages_are_those_of_the_command_line(tmp_path: Path) -> None:
    write_files(tmp_path, a=FREED, b=RETAINED, c=CLEAN)
    ours = [
        f"./{Path(found['filename']).name}:{found['location']['row']}:{found['location']['column']}: "
        f"{found['code']} {found['message']} (help: {found['help']})"
        for found in check_json(cwd=tmp_path)
    ]
    assert len(ours) == 2
    assert sorted(run_flake8(tmp_path, ".")) == sorted(ours)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_several_processes(tmp_path: Path, jobs: str) -> None:
    write_files(tmp_path, **{f"file{number}": FREED for number in range(8)})
    assert len(run_flake8(tmp_path, "--jobs", jobs, ".")) == 8


def test_noqa(tmp_path: Path) -> None:
    for comment, count in (
        ("noqa", 0),
        ("noqa: RTG101", 0),
        ("noqa: RTG1", 0),
        ("noqa: RTG2", 1),
        ("NOQA:RTG101,E1", 0),
    ):
        write_files(tmp_path, a=f"{FREED.rstrip()}  # {comment}\n")
        assert len(run_flake8(tmp_path, "a.py")) == len(check_json(cwd=tmp_path)) == count
    write_files(tmp_path, a=f"# flake8: noqa\n{FREED}")
    assert run_flake8(tmp_path, "a.py") == check_json(cwd=tmp_path) == []
    assert len(run_flake8(tmp_path, "--disable-noqa", "a.py")) == 1


def test_stdin(tmp_path: Path) -> None:
    (line,) = run_flake8(tmp_path, "-", stdin=FREED)
    assert line.startswith("stdin:6:1: RTG101 ")
    (line,) = run_flake8(tmp_path, "--stdin-display-name", "pkg/a.py", "-", stdin=FREED)
    assert line.startswith("pkg/a.py:6:1: RTG101 ")


def test_selection_is_that_of_flake8(tmp_path: Path) -> None:
    write_files(tmp_path, a=FREED, b=RETAINED)
    (tmp_path / ".flake8").write_text("[flake8]\nselect = RTG\nper-file-ignores =\n  a.py:RTG1\n", encoding="utf-8")
    assert [line.split()[1] for line in run_flake8(tmp_path, ".")] == ["RTG201"]
    assert run_flake8(tmp_path, "--isolated", "--extend-ignore", "RTG", ".") == []
    assert [line.split()[1] for line in run_flake8(tmp_path, "--isolated", "--select", "RTG1", ".")] == ["RTG101"]


def test_rules_that_are_off_by_default(tmp_path: Path) -> None:
    assert run_program(SEPARATE).error is None
    write_files(tmp_path, a=SEPARATE)
    assert run_flake8(tmp_path, "a.py") == []
    (line,) = run_flake8(tmp_path, "--extend-select", "RTG203", "a.py")
    assert line.startswith("a.py:8:1: RTG203 ")


def test_files_of_the_project_are_seen_from_the_linted_file(tmp_path: Path) -> None:
    package = tmp_path / "src"
    package.mkdir()
    helper = "def build(x):\n    return (x * x).sum()\n"
    program = FREED.replace("y = (x * x).sum()", "y = build(x)")
    write_files(package, helper=helper, a="from helper import build\n" + program)
    (line,) = run_flake8(tmp_path, "src/a.py")
    assert line.startswith("src/a.py:7:1: RTG101 ")


def test_syntax_errors_are_left_to_flake8(tmp_path: Path) -> None:
    write_files(tmp_path, a="loss.backward(\n")
    run = subprocess.run([sys.executable, "-m", "flake8", "a.py"], cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode == 1 and "E999" in run.stdout and "RTG" not in run.stdout


def test_an_internal_error_is_a_line_and_no_crash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise KeyError("a\nb")

    monkeypatch.setattr("retain_lint.interpreter.drivers.entry_points.analyse", fail)
    reports = list(Plugin(ast.parse(""), "a.py", FREED.splitlines(keepends=True)).run())
    assert reports == [(1, 0, "RTG999 retain-lint: internal error: KeyError: 'a\\nb'", Plugin)]


def test_start_up_imports_nothing_heavy(tmp_path: Path) -> None:
    write_files(tmp_path, a="import torch\n\nx = torch.ones(2)\n")
    lines = (
        "import sys",
        "from flake8.main.cli import main",
        "code = main(['--select', 'RTG', 'a.py'])",
        "print(code, *sorted(sys.modules))",
    )
    run = subprocess.run([sys.executable, "-c", "\n".join(lines)], cwd=tmp_path, capture_output=True, text=True)
    code, *imported = run.stdout.split()
    assert code == "0" and "retain_lint.flake8_plugin" in imported
    assert not set(imported) & {"libcst", "retain_lint.interpreter", "retain_lint.rules", "torch"}
