"""Writes the output that the README shows: that of its first command on examples/."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
_SHOWN = re.compile(r"(tools/update_readme\.py writes it -->\n```text\n)(.*?)(```\n)", re.DOTALL)


def read_shown() -> str:
    """The output in the README."""
    match = _SHOWN.search(README.read_text(encoding="utf-8"))
    assert match is not None, "the README has no place for the output"
    return match[2]


def run_shown() -> str:
    """The output of the command, findings and summary."""
    command = [sys.executable, "-m", "retain_lint", "check", "--exit-zero", "examples"]
    run = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=True)
    return run.stdout


def main() -> None:
    """Updates the README in place."""
    output = run_shown()
    text = README.read_text(encoding="utf-8")
    README.write_text(_SHOWN.sub(lambda match: match[1] + output + match[3], text), encoding="utf-8")


if __name__ == "__main__":
    main()
