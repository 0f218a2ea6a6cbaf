"""What the package says of itself, and that the documented commands are those that are run."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from importlib.metadata import distribution
from pathlib import Path

from retain_lint import DOCUMENTATION, __version__

ROOT = Path(__file__).parent.parent


def read_code_blocks() -> list[str]:
    """The shell blocks of the README."""
    return re.findall(r"```sh\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)


def test_continuous_integration_runs_the_documented_test_command() -> None:
    lines = [line for line in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines() if "pytest" in line]
    assert len(lines) == 1 and any(lines[0] in block for block in read_code_blocks())


def test_wheel(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--wheel-dir", str(tmp_path), str(ROOT)]
    environment = {name: value for name, value in os.environ.items() if name != "RETAIN_LINT_MYPYC"}
    subprocess.run(command, check=True, capture_output=True, env=environment)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        (metadata,) = (archive.read(name).decode() for name in names if name.endswith("METADATA"))
        (entries,) = (archive.read(name).decode() for name in names if name.endswith("entry_points.txt"))
        (tags,) = (archive.read(name).decode() for name in names if name.endswith(".dist-info/WHEEL"))
    sources = {path.relative_to(ROOT).as_posix() for path in (ROOT / "retain_lint").rglob("*.py")}
    assert sources <= names and "retain_lint/py.typed" in names
    assert not any(name.startswith(("tests", "examples", "tools")) for name in names)
    assert "Root-Is-Purelib: true" in tags and not any(name.endswith((".so", ".pyd")) for name in names)
    assert "License-Expression: MIT" in metadata and "Requires-Python: >=3.10" in metadata
    assert f"Project-URL: Documentation, {DOCUMENTATION}" in metadata and f"\nVersion: {__version__}\n" in metadata
    assert "retain-lint = retain_lint.cli.main:main" in entries
    assert "RTG = retain_lint.flake8_plugin:Plugin" in entries


def test_dependencies() -> None:
    requirements = distribution("retain-lint").requires or []
    needed = {re.split(r"[<>=;! ]", line)[0] for line in requirements if "extra ==" not in line}
    assert needed == {"flake8", "libcst", "pathspec", "tomli"}


def test_changelog_starts_with_this_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## \[(\d+\.\d+\.\d+)\] - (Unreleased|\d{4}-\d\d-\d\d)$", text, re.MULTILINE)
    assert len(headings) == text.count("\n## ") and headings[0][0] == __version__
    assert all(f"\n[{version}]: https://" in text for version, _ in headings)
    kinds = set(re.findall(r"^### (.*)$", text, re.MULTILINE))
    assert kinds <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
