"""Files as fixes change them: nothing but the fix changes."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from retain_lint.diagnostic import Applicability, Edit, Fix
from retain_lint.fixing.documents import DocumentError, change, replace_file
from retain_lint.source import Location, Span


def replace(path: str, line: int, start: int, end: int, content: str, cell: int | None = None) -> Fix:
    """A fix that replaces a part of one line."""
    return Fix(Applicability.SAFE, "", (Edit(content, Location(path, Span(line, start, line, end), cell)),))


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1", "utf-8-sig", "cp1251"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_encoding_and_line_ends_stay(encoding: str, newline: str) -> None:
    letter = "я" if encoding == "cp1251" else "é"
    lines = [f"# coding: {encoding}", f"name = '{letter}'", "value = 1", "last"]
    text = newline.join(lines)
    fix = replace("a.py", 3, 8, 9, "(\n2)")
    changed = change(Path("a.py"), text.encode(encoding), [fix])
    assert changed.data == text.replace("= 1", f"= ({newline}2)").encode(encoding)
    assert changed.fixes == (fix,)


def test_mixed_line_ends_stay() -> None:
    data = b"a = 1\r\nb = 2\nc = 3\rd = 4\n"
    changed = change(Path("a.py"), data, [replace("a.py", 3, 4, 5, "5")])
    assert changed.data == b"a = 1\r\nb = 2\nc = 5\rd = 4\n"


def test_columns_count_characters() -> None:
    data = "x = '€𝄞'; y = 1\n".encode()
    assert change(Path("a.py"), data, [replace("a.py", 1, 14, 15, "2")]).data == "x = '€𝄞'; y = 2\n".encode()


def test_fixes_that_meet_are_left_out() -> None:
    one, other = replace("a.py", 1, 0, 3, "x"), replace("a.py", 1, 2, 4, "y")
    changed = change(Path("a.py"), b"abcdef\n", [one, other])
    assert (changed.data, changed.fixes) == (b"xdef\n", (one,))


def test_what_the_encoding_cannot_write() -> None:
    with pytest.raises(DocumentError, match="^the fix cannot be written as iso-8859-1$"):
        change(Path("a.py"), b"# coding: latin-1\nx = 1\n", [replace("a.py", 2, 4, 5, "'я'")])


def make_notebook(*sources: object) -> dict[str, object]:
    cells: list[dict[str, object]] = [{"cell_type": "markdown", "metadata": {}, "source": ["# é title"]}]
    for source in sources:
        cell = {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": source}
        cells.append(cell)
    return {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


@pytest.mark.parametrize("indent", [1, 2, 4, None, "\t"])
@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("end", ["", "\n"])
def test_notebook_layout_stays(indent: int | str | None, ascii_only: bool, end: str) -> None:
    def write(notebook: dict[str, object]) -> bytes:
        return (json.dumps(notebook, indent=indent, ensure_ascii=ascii_only) + end).encode()

    before = make_notebook(["x = 1\n", "y = 2"], "a = 1\nb = 2\n")
    after = make_notebook(["x = 1\n", "y = (\n", "3)"], "a = 4\nb = 2\n")
    fixes = [replace("a.ipynb", 2, 4, 5, "(\n3)", cell=2), replace("a.ipynb", 1, 4, 5, "4", cell=3)]
    changed = change(Path("a.ipynb"), write(before), fixes)
    assert changed.data == write(after)
    assert changed.fixes == tuple(fixes)


def test_notebook_with_an_unusual_layout_is_refused() -> None:
    data = json.dumps(make_notebook("x = 1"), separators=(" , ", ": ")).encode()
    with pytest.raises(DocumentError, match="unusual layout"):
        change(Path("a.ipynb"), data, [replace("a.ipynb", 1, 4, 5, "2", cell=2)])


def test_replacing_a_file_keeps_its_mode_and_links(tmp_path: Path) -> None:
    path, link = tmp_path / "a.py", tmp_path / "link.py"
    path.write_bytes(b"old")
    path.chmod(0o640)
    link.symlink_to(path)
    replace_file(link, b"old", b"new")
    assert link.is_symlink() and path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert sorted(os.listdir(tmp_path)) == ["a.py", "link.py"]


def test_a_file_that_has_changed_meanwhile_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_bytes(b"newer")
    with pytest.raises(DocumentError, match="^the file has changed since it was read$"):
        replace_file(path, b"old", b"new")
    assert path.read_bytes() == b"newer" and os.listdir(tmp_path) == ["a.py"]
