"""Which files to check: the paths given, folders walked in a fixed order, what is ignored left out. Floor 5.

A file named by the user is checked unless it is excluded and `force-exclude` is on. In folders, `.py` and `.ipynb` files count; `.gitignore` files (from the
repository's top down) and the `exclude` patterns apply; symbolic links to folders are not followed.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from retain_lint.configuration.gitignore import Patterns, compile_patterns
from retain_lint.configuration.options import Settings
from retain_lint.configuration.settings_finder import SettingsFinder

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
    _excludes: dict[Settings, tuple[Patterns, ...]] = field(default_factory=dict)

    def find(self, paths: Iterable[Path]) -> Iterator[CheckedFile | MissingPath]:
        """The files under the paths, each once, in the order of the paths and by name within folders.

        Raises ConfigError for a broken configuration file on the way."""
        seen: set[Path] = set()
        for path in paths:
            for found in self._try_to_find_under(path):
                if found.path not in seen:
                    seen.add(found.path)
                    yield found

    def _try_to_find_under(self, path: Path) -> Iterator[CheckedFile | MissingPath]:
        """Folders above may be closed to us, and names too long."""
        try:
            yield from self._find_under(path)
        except OSError as error:
            yield MissingPath(path, error.strerror or str(error))

    def _find_under(self, path: Path) -> Iterator[CheckedFile | MissingPath]:
        absolute = Path(os.path.abspath(path))
        if self.is_excluded(absolute):
            return
        if absolute.is_dir():
            settings = self.settings.find(absolute)
            ignores = _repository_ignores(absolute) if settings.respect_gitignore else ()
            yield from self._walk(absolute, ignores)
        elif absolute.exists() and not absolute.is_file():  # reading a pipe would wait for ever
            yield MissingPath(path, "not a regular file")
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
            if not is_folder and not (entry.name.endswith(SUFFIXES) and _is_file(entry)):
                continue
            if _is_ignored(path, exclude, is_folder) or _is_ignored(path, ignores, is_folder):
                continue
            if is_folder:
                yield from self._walk(path, ignores)
            else:
                yield CheckedFile(path, settings)

    def is_excluded(self, path: Path) -> bool:
        """Whether a path that the user has given (absolute) is left out: `force-exclude` is on, and it or a folder around it
        is excluded by the settings of the folder above."""
        settings = self.settings.find(path if path.is_dir() else path.parent)
        if not settings.force_exclude:
            return False
        is_folder = path.is_dir()
        for inner in (path, *path.parents):
            above = self.settings.find(inner.parent)
            if inner == above.root or not inner.is_relative_to(above.root):
                return False
            if _is_ignored(inner, self._compile_exclude(above), is_folder):
                return True
            is_folder = True
        return False

    def _compile_exclude(self, settings: Settings) -> tuple[Patterns, ...]:
        if settings not in self._excludes:
            compiled = tuple(compile_patterns(group.root, group.patterns) for group in settings.excludes)
            self._excludes[settings] = compiled
        return self._excludes[settings]


def _read_gitignore(file: Path, root: Path) -> tuple[Patterns, ...]:
    """The patterns of an ignore file, seen from `root`; none when there is no such file. A pipe would be waited for."""
    try:
        text = file.read_text(encoding="utf-8", errors="replace") if file.is_file() else ""
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


def _is_file(entry: os.DirEntry[str]) -> bool:
    """Links that lead nowhere, or round in a circle, are no files."""
    try:
        return entry.is_file()
    except OSError:
        return False
