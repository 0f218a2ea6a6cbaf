"""The folder of the cache: how it is made, marked and emptied. Floor 5."""

from __future__ import annotations

import os
from pathlib import Path

DATABASE = "results-1.sqlite"
_TAG = """\
Signature: 8a477f597d28d172789f06886806bc55
# This folder is a cache of retain-lint; see https://bford.info/cachedir/
"""
_MARKS = {".gitignore": "# Written by retain-lint.\n*\n", "CACHEDIR.TAG": _TAG}


def make_folder(folder: Path) -> None:
    """Makes the folder, marked for version control and for programs that make backups. One that is there already is left as it is:
    it may have been made for other things. Raises OSError."""
    if folder.is_dir():
        return
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in _MARKS.items():
        (folder / name).write_text(text, encoding="utf-8")


def discard_database(folder: Path) -> bool:
    """Removes the database, whatever state it is in; False if there is none. Raises OSError."""
    there = False
    for suffix in ("", "-wal", "-shm"):
        file = folder / (DATABASE + suffix)
        if file.exists():
            there = True
            file.unlink()
    return there


def clean_folder(folder: Path) -> bool:
    """Removes what was written there, and the folder unless it holds something else; False if there was nothing.
    Raises OSError."""
    cleaned = discard_database(folder)
    for name, text in _MARKS.items():
        file = folder / name
        if file.is_file() and file.read_text(encoding="utf-8", errors="replace") == text:
            file.unlink()
            cleaned = True
    if cleaned and not os.listdir(folder):
        folder.rmdir()
    return cleaned
