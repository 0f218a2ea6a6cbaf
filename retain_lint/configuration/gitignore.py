"""Gitignore patterns: for `.gitignore` files, `exclude` and per-file ignores alike. Floor 5."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec
    from pathspec.pattern import Pattern

_GLOB_CHARACTERS = frozenset("*?[!/\\")
#: the group by which pathspec's expressions mark that a folder was matched
_FOLDER_GROUP = "ps_d"


@dataclass(frozen=True, slots=True)
class Patterns:
    """Gitignore patterns seen from `root`. When all are plain names, no pattern library is needed."""

    root: Path
    names: frozenset[str]
    globs: GitIgnoreSpec | None

    def match(self, path: Path, *, is_folder: bool) -> bool | None:
        """Whether the patterns ignore a file or folder that a walk has come to. True: ignored; False: taken back by a `!`
        pattern; None: none speaks of it. What a pattern says of the folders above does not count: the walk has been there."""
        if path.name in self.names:
            return True
        if self.globs is None or not path.is_relative_to(self.root):
            return None
        relative = path.relative_to(self.root).as_posix() + ("/" if is_folder else "")
        for pattern in reversed(self.globs.patterns):
            if pattern.include is not None and _matches_itself(pattern, relative):
                return pattern.include
        return None

    def covers(self, path: Path) -> bool:
        """Whether a file, or a folder that it is in, is matched; for files that no walk has led to."""
        inside = self.globs is not None and path.is_relative_to(self.root)
        return inside and bool(self.globs and self.globs.match_file(path.relative_to(self.root).as_posix()))


def _matches_itself(pattern: Pattern, path: str) -> bool:
    """Whether a pattern's match ends with the path, and not with a folder above it."""
    match = getattr(pattern.match_file(path), "match", None)
    if match is None:
        return False
    if _FOLDER_GROUP not in match.groupdict():
        # `a/**` speaks of what is in the folder, not of the folder: its bare name must match.
        return pattern.match_file(path.rstrip("/")) is not None
    return match[_FOLDER_GROUP] is None or match.end(_FOLDER_GROUP) == len(path)


def compile_patterns(root: Path, lines: Iterable[str]) -> Patterns:
    """Makes patterns ready. Those that are all plain names must not be used with `covers`."""
    kept = [line for line in lines if line.strip() and not line.startswith("#")]
    if all(_GLOB_CHARACTERS.isdisjoint(line) for line in kept):
        return Patterns(root, frozenset(line.rstrip(" ") for line in kept), None)
    return compile_globs(root, kept)


def compile_globs(root: Path, lines: Iterable[str]) -> Patterns:
    """Makes patterns ready, plain names too, with the pattern library."""
    # Imported here: 24 ms that a run without patterns need not pay.
    from pathspec import GitIgnoreSpec

    return Patterns(root, frozenset(), GitIgnoreSpec.from_lines(lines))
