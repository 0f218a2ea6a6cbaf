"""Gitignore patterns: for `.gitignore` files, `exclude` and per-file ignores alike. Floor 5."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

_GLOB_CHARACTERS = frozenset("*?[!/\\")


@dataclass(frozen=True, slots=True)
class Patterns:
    """Gitignore patterns seen from `root`. When all are plain names, no pattern library is needed."""

    root: Path
    names: frozenset[str]
    globs: GitIgnoreSpec | None

    def match(self, path: Path, *, is_folder: bool) -> bool | None:
        """True: ignored; False: taken back by a `!` pattern; None: no pattern speaks of it.

        Plain names are compared with the last part of the path only: a walk never enters an ignored folder."""
        if path.name in self.names:
            return True
        if self.globs is None or path == self.root or not path.is_relative_to(self.root):
            return None
        relative = path.relative_to(self.root).as_posix()
        return self.globs.check_file(f"{relative}/" if is_folder else relative).include


def compile_globs(root: Path, lines: Iterable[str]) -> Patterns:
    """Patterns that match a file by any of its folders too."""
    # Imported here: 24 ms that a run without patterns need not pay.
    from pathspec import GitIgnoreSpec

    return Patterns(root, frozenset(), GitIgnoreSpec.from_lines(lines))


def compile_patterns(root: Path, lines: Iterable[str], walked: Path) -> Patterns:
    """Patterns for a walk. Those that match `walked`, the folder that the user named, are left out: it was asked for."""
    kept = [line for line in lines if line.strip() and not line.startswith("#")]
    if all(_GLOB_CHARACTERS.isdisjoint(line) for line in kept):
        return Patterns(root, frozenset(kept), None)
    kept = [line for line in kept if not compile_globs(root, [line]).match(walked, is_folder=True)]
    return compile_globs(root, kept)
