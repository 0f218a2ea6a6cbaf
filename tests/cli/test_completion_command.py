"""The completion script in a real shell."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from retain_lint.configuration.keys import OUTPUT_FORMATS
from tests.commands import run_lint


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("completion")
    run = run_lint("completion", "bash", cwd=folder)
    assert (run.returncode, run.stderr) == (0, "")
    path = folder / "retain-lint.bash"
    path.write_text(run.stdout, encoding="utf-8")
    return path


def complete(script: Path, *words: str) -> set[str]:
    """What bash offers for the last of the words."""
    line = (
        f'source "$0"; COMP_WORDS=("$@"); COMP_CWORD={len(words)}; $(complete -p retain-lint | sed "s/.*-F //;s/ .*//")'
    )
    command = f'{line}; printf "%s\\n" "${{COMPREPLY[@]}}"'
    run = subprocess.run(
        ["bash", "-c", command, script, "retain-lint", *words], cwd=script.parent, capture_output=True, text=True
    )
    assert run.returncode == 0 and run.stderr == ""
    return set(run.stdout.split())


def test_bash_completes_commands_options_values_and_paths(script: Path) -> None:
    assert complete(script, "c") == {"check", "calls", "clean", "config", "completion"}
    assert complete(script, "check", "--unsafe") == {"--unsafe-fixes"}
    assert complete(script, "check", "--output-format", "") == set(OUTPUT_FORMATS)
    assert complete(script, "check", "--min-confidence", "c") == {"conditional"}
    assert complete(script, "check", "retain") == {script.name}
    assert complete(script, "check", "--baseline", "retain") == {script.name}


def test_bash_completes_rules(script: Path) -> None:
    assert complete(script, "explain", "RTG10") == {"RTG101", "RTG102", "RTG103", "RTG104"}
    assert complete(script, "explain", "missing") == {"missing-detach"}
    assert complete(script, "check", "--extend-select", "RTG9") == {"RTG900", "RTG901"}
    assert "ALL" in complete(script, "check", "--select", "")


def test_scripts_for_other_shells_name_all_commands(tmp_path: Path) -> None:
    for shell in ("zsh", "tcsh"):
        run = run_lint("completion", shell, cwd=tmp_path)
        assert run.returncode == 0 and all(name in run.stdout for name in ("check", "graph", "config"))


def test_without_the_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "shtab", None)
    run = run_lint("completion", "bash", cwd=tmp_path)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == "retain-lint: completion needs shtab: `pip install 'retain-lint[completion]'`\n"
