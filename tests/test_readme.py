"""The README shows what the first command really prints, and names options that exist."""

from __future__ import annotations

import re
from pathlib import Path

from retain_lint.arguments import build_parser
from tools.update_readme import README, read_shown, run_shown

TEXT = README.read_text(encoding="utf-8")


def test_shown_output_is_the_real_one() -> None:
    assert read_shown() == run_shown(), "run tools/update_readme.py"


def test_documented_commands_parse() -> None:
    parser = build_parser()
    commands = re.findall(r"^(?:.*&& )?retain-lint ([^#\n]*)", TEXT, re.MULTILINE)
    assert len(commands) >= 7
    for command in commands:
        parser.parse_args(command.split())


def test_documented_configuration_is_read(tmp_path: Path) -> None:
    from retain_lint.config import read_options

    (block,) = re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)
    (tmp_path / "pyproject.toml").write_text(block, encoding="utf-8")
    options = read_options(tmp_path / "pyproject.toml")
    assert options is not None and options.per_file_ignores == (("tests/**", ("RTG3",)),)


def test_linked_files_exist() -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", TEXT):
        assert (README.parent / target).exists(), target
