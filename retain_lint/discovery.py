"""Which files to check: the paths given, folders walked in a fixed order, what is ignored left out. Floor 5.

A file named by the user is always checked. In folders, `.py` and `.ipynb` files count; `.gitignore` files (from the
repository's top down) and the `exclude` patterns apply; symbolic links to folders are not followed.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from retain_lint.config import Settings, SettingsFinder
from retain_lint.patterns import Patterns, compile_patterns

SUFFIXES = (".py", ".ipynb")


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """A file to check, absolute, with the settings of its folder."""

    path: Path
    settings: Settings


@dataclass(frozen=True, slots=True)
class MissingPath:
    """A path that cannot be checked, and why, in one line."""

    path: Path
    reason: str


@dataclass(frozen=True, slots=True)
class Discovery:
    """Walks paths. Each configuration's `exclude` patterns are compiled once."""

    settings: SettingsFinder
    _excludes: dict[Settings, Patterns] = field(default_factory=dict)

    def find(self, paths: Iterable[Path]) -> Iterator[CheckedFile | MissingPath]:
        """The files under the paths, each once, in the order of the paths and by name within folders.

        Raises ConfigError for a broken configuration file on the way."""
        seen: set[Path] = set()
        for path in paths:
            for found in self._find_under(path):
                if found.path not in seen:
                    seen.add(found.path)
                    yield found

    def _find_under(self, path: Path) -> Iterator[CheckedFile | MissingPath]:
        absolute = Path(os.path.abspath(path))
        if absolute.is_dir():
            settings = self.settings.find(absolute)
            ignores = _repository_ignores(absolute) if settings.respect_gitignore else ()
            yield from self._walk(absolute, ignores)
        elif absolute.exists():
            yield CheckedFile(absolute, self.settings.find(absolute.parent))
        else:
            yield MissingPath(path, "no such file or folder")

    def _walk(self, folder: Path, ignores: tuple[Patterns, ...]) -> Iterator[CheckedFile | MissingPath]:
        settings = self.settings.find(folder)
        if settings.respect_gitignore:
            ignores = (*ignores, *_read_gitignore(folder / ".gitignore", folder))
        exclude = self._compile_exclude(settings)
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError as error:
            yield MissingPath(folder, error.strerror or str(error))
            return
        for entry in entries:
            path = folder / entry.name
            is_folder = entry.is_dir(follow_symlinks=False)
            if not is_folder and not (entry.name.endswith(SUFFIXES) and entry.is_file()):
                continue
            if exclude.match(path, is_folder=is_folder) or _is_ignored(path, ignores, is_folder):
                continue
            if is_folder:
                yield from self._walk(path, ignores)
            else:
                yield CheckedFile(path, settings)

    def _compile_exclude(self, settings: Settings) -> Patterns:
        if settings not in self._excludes:
            lines = (*settings.exclude, *settings.extend_exclude)
            self._excludes[settings] = compile_patterns(settings.root, lines)
        return self._excludes[settings]


def _read_gitignore(file: Path, root: Path) -> tuple[Patterns, ...]:
    """The patterns of an ignore file, seen from `root`; none when there is no such file."""
    try:
        text = file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ()
    return (compile_patterns(root, text.splitlines()),)


def _repository_ignores(walked: Path) -> tuple[Patterns, ...]:
    """The ignore files of the folders above, down from the top of the repository that `walked` is in."""
    above: list[Patterns] = []
    for folder in (walked, *walked.parents):
        if folder != walked:
            above += _read_gitignore(folder / ".gitignore", folder)
        if (folder / ".git").exists():
            above += _read_gitignore(folder / ".git/info/exclude", folder)
            return tuple(reversed(above))
    return ()


def _is_ignored(path: Path, ignores: tuple[Patterns, ...], is_folder: bool) -> bool:
    """The ignore file closest to the path that speaks of it decides."""
    verdicts = (patterns.match(path, is_folder=is_folder) for patterns in reversed(ignores))
    return next((verdict for verdict in verdicts if verdict is not None), False)
