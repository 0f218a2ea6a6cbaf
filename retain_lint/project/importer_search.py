"""Which files of a project use what a file offers. Floor 3. Reads files as words; parses nothing.

Invariant: the search stays within the project: up to the folder with a project file, or as far up as Python files lie.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT_MARKERS = (".git", "pyproject.toml", "setup.py", "setup.cfg")
MAX_ANCESTORS = 6
#: files looked at; larger projects are seen in part, the closest folders first
MAX_FILES = 600
MAX_BYTES = 400_000
_WORD = re.compile(rb"[A-Za-z_]\w*")
_SKIPPED = frozenset({"node_modules", "site-packages", "venv", "env", "build", "dist", "__pycache__"})


def find_importers(
    path: Path, names: Iterable[str], words: dict[Path, frozenset[bytes]], calls: Iterable[str] = ()
) -> list[Path]:
    """The files that mention one of `names` and the module, the closest first, then those that mention a package around
    it, which may offer the name too; of both, those that mention one of `calls` come before the others. `words` remembers
    files that were read."""
    stem, *packages = [name.encode() for name in module_names(path)]
    wanted, called = (frozenset(name.encode() for name in group) for group in (names, calls))
    by_module, by_package = [], []
    for file in _nearby_files(path.parent):
        if file == path or file.name == "__init__.py":  # what a package does itself is done when it is imported
            continue
        known = words.get(file)
        if known is None:
            known = words[file] = _read_words(file)
        if b"import" in known and known & wanted:
            if stem in known:
                by_module.append(file)
            elif not known.isdisjoint(packages):
                by_package.append(file)
    return [
        file for group in (by_module, by_package) for file in sorted(group, key=lambda f: called.isdisjoint(words[f]))
    ]


def module_names(path: Path) -> list[str]:
    """The last name of a module, and the names of the packages around it."""
    inside = [folder.name for folder in path.parents[:MAX_ANCESTORS] if (folder / "__init__.py").is_file()]
    return inside if path.name == "__init__.py" else [path.stem, *inside]


def _read_words(file: Path) -> frozenset[bytes]:
    try:
        if file.stat().st_size > MAX_BYTES:
            return frozenset()
        return frozenset(_WORD.findall(file.read_bytes()))
    except OSError:
        return frozenset()


def _nearby_files(folder: Path) -> Iterator[Path]:
    """Python files of the project: of the folder and those inside it, then of each folder above."""
    count = 0
    below: Path | None = None
    for ancestor in _ancestors(folder):
        for file in _walk(ancestor, below):
            count += 1
            if count > MAX_FILES:
                return
            yield file
        below = ancestor


def _walk(top: Path, done: Path | None) -> Iterator[Path]:
    for found, folders, files in os.walk(top):
        inside = Path(found)
        folders[:] = sorted(f for f in folders if f not in _SKIPPED and f[0] != "." and inside / f != done)
        yield from (inside / name for name in sorted(files) if name.endswith(".py"))


def _ancestors(folder: Path) -> list[Path]:
    """The folder and those above it that belong to the project."""
    chain = [folder, *folder.parents][:MAX_ANCESTORS]
    top = 0
    for height, above in enumerate(chain):
        if any((above / marker).exists() for marker in ROOT_MARKERS):
            return chain[: height + 1]
        if _has_python(above):
            top = height
    return chain[: top + 1]


def _has_python(folder: Path) -> bool:
    try:
        return any(entry.name.endswith(".py") for entry in os.scandir(folder))
    except OSError:
        return False
