"""The README says what is so: its commands, and the output that it shows."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def list_blocks(language: str) -> list[str]:
    """The fenced blocks of a language, without their fences."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, flags=re.MULTILINE | re.DOTALL)


def test_there_are_two_commands_to_set_up() -> None:
    install, test = list_blocks("sh")
    assert install.startswith("python -m pip install . &&")
    assert test.startswith("python -m pip install '.[test]' &&")


def test_ci_runs_the_second_one() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert script.splitlines()[-1] == list_blocks("sh")[1].strip()


def test_shown_output_is_that_of_the_first_command() -> None:
    command = list_blocks("sh")[0].strip().partition("&& retain-lint ")[2].split()
    run = subprocess.run([sys.executable, "-m", "retain_lint", *command], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 1
    assert list_blocks("text")[0] == run.stdout + run.stderr
