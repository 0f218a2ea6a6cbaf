"""Files as fixes change them: Python text and notebook cells, everything else byte for byte as it was. Floor 5."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from retain_lint.diagnostic import Edit, Fix
from retain_lint.fixes.apply import apply_fixes
from retain_lint.frontend.notebook import FIRST_CELL
from retain_lint.frontend.text import read_source
from retain_lint.source import LINE_END

#: characters of a name that a longer one keeps: a file system takes 255 bytes
_KEPT = 50
_INDENTS: tuple[int | str | None, ...] = (1, 2, 4, None, "\t", 0, 3)


class DocumentError(Exception):
    """A file that cannot be changed without touching more than the fix; the message is one line."""


@dataclass(frozen=True, slots=True)
class Changed:
    """The new contents of a file, and the fixes that are in it."""

    data: bytes
    fixes: tuple[Fix, ...]


def change(path: Path, data: bytes, fixes: Sequence[Fix]) -> Changed:
    """Applies the fixes that do not meet each other to a file's contents. Raises DocumentError."""
    return _change_notebook(data, fixes) if path.suffix == ".ipynb" else _change_text(path, data, fixes)


def _change_text(path: Path, data: bytes, fixes: Sequence[Fix]) -> Changed:
    source = read_source(path, data)
    applied = apply_fixes(source.text, [_with_newlines(fix, source.newline) for fix in fixes])
    try:
        return Changed(applied.text.encode(source.encoding), _pick(fixes, applied.applied, source.newline))
    except UnicodeEncodeError as error:
        raise DocumentError(f"the fix cannot be written as {source.encoding}") from error


def _with_newlines(fix: Fix, newline: str) -> Fix:
    """The fix with the file's own line ends."""
    edits = tuple(Edit(LINE_END.sub(lambda _: newline, edit.content), edit.location) for edit in fix.edits)
    return replace(fix, edits=edits)


def _pick(fixes: Iterable[Fix], applied: Iterable[Fix], newline: str) -> tuple[Fix, ...]:
    """Those of `fixes` whose adapted form was applied."""
    done = set(applied)
    return tuple(fix for fix in fixes if _with_newlines(fix, newline) in done)


def _change_notebook(data: bytes, fixes: Sequence[Fix]) -> Changed:
    notebook, layout = _read_layout(data)
    applied: list[Fix] = []
    for index in sorted({edit.location.cell for fix in fixes for edit in fix.edits if edit.location.cell is not None}):
        cell = notebook["cells"][index - FIRST_CELL]
        inside = [fix for fix in fixes if {edit.location.cell for edit in fix.edits} == {index}]
        outcome = apply_fixes("".join(cell["source"]), inside)
        applied += outcome.applied
        cell["source"] = outcome.text.splitlines(keepends=True) if isinstance(cell["source"], list) else outcome.text
    return Changed(layout.write(notebook), tuple(applied))


def read_cells(data: bytes) -> Iterator[tuple[int, str]]:
    """The sources of a notebook's cells, by their numbers."""
    for index, cell in enumerate(json.loads(data)["cells"], FIRST_CELL):
        yield index, "".join(cell["source"])


@dataclass(frozen=True, slots=True)
class _Layout:
    """How a notebook's JSON is written."""

    indent: int | str | None
    ascii_only: bool
    end: str

    def write(self, notebook: dict[str, Any]) -> bytes:
        text = json.dumps(notebook, indent=self.indent, ensure_ascii=self.ascii_only) + self.end
        return text.encode("utf-8")


def _read_layout(data: bytes) -> tuple[dict[str, Any], _Layout]:
    """A notebook and the layout that writes it back as it was. Raises DocumentError when there is none."""
    notebook = json.loads(data)
    end = data[len(data.rstrip()) :].decode("ascii")
    for indent in _INDENTS:
        for ascii_only in (False, True):
            layout = _Layout(indent, ascii_only, end)
            if "cells" in notebook and layout.write(notebook) == data:
                return notebook, layout
    raise DocumentError("the notebook's JSON has an unusual layout that a fix would change")


def replace_file(path: Path, before: bytes, after: bytes) -> None:
    """Puts new contents in the place of old ones at once, keeping the mode; a symbolic link stays one.

    Raises DocumentError if the file has changed meanwhile, OSError if it cannot be written."""
    with _written_beside(path, after) as (temporary, target):
        os.chmod(temporary, target.stat().st_mode & 0o7777)
        if target.read_bytes() != before:
            raise DocumentError("the file has changed since it was read")


def write_file(path: Path, data: bytes) -> None:
    """Writes a file at once, in the place of the one that is there or as a new one. Raises OSError."""
    with _written_beside(path, data) as (temporary, target):
        mode = target.stat().st_mode if target.exists() else 0o666 & ~_read_umask()
        os.chmod(temporary, mode & 0o7777)


@contextmanager
def _written_beside(path: Path, data: bytes) -> Iterator[tuple[str, Path]]:
    """A new file with the data beside the one that a path leads to, whose place it takes at the end of the block."""
    target = Path(os.path.realpath(path))
    handle, temporary = tempfile.mkstemp(prefix=f".{target.name[:_KEPT]}.", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        yield temporary, target
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise


def _read_umask() -> int:
    """The only way to read it is to set it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
