"""flake8 hands over decoded lines, with line ends of its own: a file has one entry all the same."""

from __future__ import annotations

import ast
import tokenize
from pathlib import Path

import pytest

from retain_lint.flake8_plugin import Plugin
from tests.cache.test_results import Counter, check
from tests.commands import CLEAN, FREED, write_files

#: one text in the ways that it may stand on disk
WRITTEN = {
    "LF": FREED.encode(),
    "CRLF": FREED.replace("\n", "\r\n").encode(),
    "CR": FREED.replace("\n", "\r").encode(),
    "mixed": FREED.replace("\n", "\r\n", 2).replace("y\n", "y\r").encode(),
    "BOM": FREED.encode("utf-8-sig"),
    "BOM and CRLF": FREED.replace("\n", "\r\n").encode("utf-8-sig"),
    "coding comment": ("# coding: latin-1\n" + FREED.replace("\n\n", "  # \xe9\n")).encode("latin-1"),
    "form feed": FREED.replace("\n\n", "\n\f\n", 1).encode(),
}


def report(path: Path, lines: list[str]) -> list[tuple[int, int, str]]:
    """Lines, columns and codes of what the plugin finds."""
    return [(row, column, text.split()[0]) for row, column, text, _ in Plugin(ast.parse(""), str(path), lines).run()]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project in which flake8 starts, in this process."""
    (tmp_path / "pyproject.toml").touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Plugin, "cache", None)
    return tmp_path


@pytest.mark.parametrize("order", [("check", "flake8"), ("flake8", "check")], ids="-".join)
@pytest.mark.parametrize("written", WRITTEN.values(), ids=WRITTEN)
def test_both_know_a_file_by_its_bytes(
    folder: Path, monkeypatch: pytest.MonkeyPatch, order: tuple[str, str], written: bytes
) -> None:
    checked = Counter(monkeypatch)
    path = folder / "a.py"
    path.write_bytes(written)
    for face in (*order, *order):
        if face == "check":
            assert "a.py:6:1: RTG101" in check(folder, "--output-format", "concise")[0]
        else:
            with tokenize.open(path) as stream:
                assert report(path, stream.readlines()) == [(6, 0, "RTG101")]
    assert checked.take() == ["a.py"]


def test_a_text_that_is_not_saved(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checked = Counter(monkeypatch)
    write_files(folder, a=CLEAN)
    assert check(folder)[2] == 0
    for _ in range(2):
        assert report(folder / "a.py", FREED.splitlines(keepends=True)) == [(6, 0, "RTG101")]
    assert checked.take() == ["a.py", "a.py"]
    assert check(folder)[2] == 0
