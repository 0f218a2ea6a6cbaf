"""Runs the command line, and the programs that the tests give to it."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from retain_lint.cli.main import main

# Line 6 raises under torch: tests/cli/test_check_command.py runs all three.
FREED = """\
import torch

x = torch.ones(2, requires_grad=True)
y = (x * x).sum()
y.backward()
y.backward()
"""

# The retain on line 8 is without use.
RETAINED = """\
import torch

net = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    loss = net(torch.ones(4, 2)).pow(2).mean()
    loss.backward(retain_graph=True)
    optimizer.step()
"""

CLEAN = """\
import torch

x = torch.ones(2, requires_grad=True)
(x * x).sum().backward()
"""

_SILENCED = ("RETAIN_LINT_OUTPUT_FORMAT", "NO_COLOR", "FORCE_COLOR")


def hear_interrupts() -> None:
    """In a new process, before it starts: Ctrl-C interrupts it, also where the tests themselves run as a background job, which
    has it ignored by all that it starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def run_lint(
    *arguments: str,
    cwd: Path,
    stdin: str | bytes = b"",
    environment: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """Runs the command line with the arguments in a folder, in this process: starting one takes longer than most checks.
    Its output decoded as UTF-8."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    output, errors = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(cwd)
        for name in _SILENCED:
            patch.delenv(name, raising=False)
        for name, value in (environment or {}).items():
            patch.setenv(name, value)
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        patch.setattr(sys, "stdout", output)
        patch.setattr(sys, "stderr", errors)
        code = _call_main(arguments)
    written = (stream.buffer.getvalue().decode() for stream in (output, errors))  # type: ignore[attr-defined]
    return subprocess.CompletedProcess(arguments, code, *written)


def _call_main(arguments: Sequence[str]) -> int:
    try:
        return main(arguments)
    except SystemExit as error:  # argparse: wrong usage, --help and --version
        return error.code if isinstance(error.code, int) else 0


def run_process(
    *arguments: str, cwd: Path, stdin: bytes = b"", environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Runs `python -m retain_lint` with the arguments in a folder, in a process of its own."""
    variables = {key: value for key, value in os.environ.items() if key not in _SILENCED}
    run = subprocess.run(
        [sys.executable, "-m", "retain_lint", *arguments],
        cwd=cwd,
        input=stdin,
        capture_output=True,
        env={**variables, **(environment or {})},
    )
    return subprocess.CompletedProcess(run.args, run.returncode, run.stdout.decode(), run.stderr.decode())


def check_json(*arguments: str, cwd: Path, stdin: str = "") -> list[dict[str, Any]]:
    """The findings of `retain-lint check --output-format json`, which must not fail."""
    run = run_lint("check", "--output-format", "json", *arguments, cwd=cwd, stdin=stdin)
    assert run.returncode in (0, 1) and run.stderr == "", run.stderr
    found: list[dict[str, Any]] = json.loads(run.stdout)
    return found


def write_files(folder: Path, **files: str) -> None:
    """Writes `name.py` for each keyword."""
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
