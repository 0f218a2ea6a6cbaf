"""The project's files as an analysis sees them, and what it rests on of them: its footprint. Floor 3.

Invariant: whatever of the file system bears on a result is looked up here, and stands in the footprint, what was looked for and
not found too: as long as a footprint holds, the analysis of the same text comes to the same result.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from hashlib import blake2b
from pathlib import Path

#: larger files are not read as imports or importers: they are data or generated
MAX_BYTES = 400_000
_DIGEST_BYTES = 16


class Kind(IntEnum):
    """What a name in a folder stands for. Links to files are files; a link to a folder is OTHER."""

    ABSENT = 0
    FILE = 1
    FOLDER = 2
    OTHER = 3


@dataclass(slots=True)
class Files:
    """What one run sees: each folder is listed once, each file has one content. `working`: the folder in which it was started.
    `changed`: files that were others when they were read again, so that nothing of what was seen is to be remembered."""

    working: Path = field(default_factory=Path.cwd)
    folders: dict[str, Mapping[str, Kind]] = field(default_factory=dict)
    digests: dict[Path, str | None] = field(default_factory=dict)
    words: dict[Path, frozenset[bytes]] = field(default_factory=dict)
    surroundings: dict[Path, str] = field(default_factory=dict)
    changed: set[Path] = field(default_factory=set)

    def list_folder(self, folder: str) -> Mapping[str, Kind]:
        """What the folder holds, by name; nothing if it cannot be listed."""
        if folder not in self.folders:
            self.folders[folder] = _list(folder)
        return self.folders[folder]

    def is_file(self, folder: Path, *parts: str) -> bool:
        """Do the parts lead from the folder to a file?"""
        return self.follow(str(folder), parts) is Kind.FILE

    def exists(self, folder: Path, *parts: str) -> bool:
        """Do the parts lead from the folder to anything?"""
        return self.follow(str(folder), parts) is not Kind.ABSENT

    def follow(self, folder: str, parts: tuple[str, ...]) -> Kind:
        """What the parts lead to."""
        kind = Kind.FOLDER
        for part in parts:
            kind = self.look_up(folder, part) if kind is not Kind.FILE else Kind.ABSENT
            if kind is Kind.ABSENT:
                break
            folder = os.path.join(folder, part)
        return kind

    def look_up(self, folder: str, name: str) -> Kind:
        """What a name in a folder stands for."""
        return self.list_folder(folder).get(name, Kind.ABSENT)

    def read(self, path: Path) -> bytes | None:
        """The contents of a file; None if it cannot be read or is too large."""
        try:
            data = path.read_bytes() if path.stat().st_size <= MAX_BYTES else None
        except OSError:
            data = None
        digest = None if data is None else hash_bytes(data)
        if self.digests.setdefault(path, digest) != digest:
            self.changed.add(path)
        return data

    def depend_on(self, path: Path) -> None:
        """Says that the contents of a file bear on the result, which may have been read before."""

    def digest(self, path: Path) -> str | None:
        """What tells the contents that `read` gives from others."""
        if path not in self.digests:
            self.read(path)
        return self.digests[path]


class SearchKind(IntEnum):
    """What files a search is for: those that import what a file offers, those that call a function and run no engine, or, of
    these, those that can hand nothing on to the engine."""

    IMPORTERS = 0
    CALLERS = 1
    LAST_CALLERS = 2


@dataclass(frozen=True, slots=True)
class Search:
    """A search for the files that use what a file offers, and what it found. `surroundings` tells the searched files from
    others: while it is the same, the search need not be repeated."""

    path: str
    names: tuple[str, ...]
    calls: tuple[str, ...]
    found: tuple[str, ...]
    surroundings: str
    kind: SearchKind = SearchKind.IMPORTERS


@dataclass(slots=True)
class Footprint:
    """What an analysis has read and looked up. `checked`: the digest of the text that was analysed; `contents`: the digests of files, None for those that could not be read;
    `names`: what names in folders stood for."""

    checked: str = ""
    contents: dict[str, str | None] = field(default_factory=dict)
    names: dict[str, dict[str, Kind]] = field(default_factory=dict)
    searches: dict[Search, None] = field(default_factory=dict)

    def include(self, other: Footprint) -> None:
        """Adds what another one has."""
        self.contents.update(other.contents)
        self.searches.update(other.searches)
        for folder, names in other.names.items():
            self.names.setdefault(folder, {}).update(names)


@dataclass(slots=True)
class TrackedFiles(Files):
    """The same files, with all that is looked up written to a footprint."""

    footprint: Footprint = field(default_factory=Footprint)

    def look_up(self, folder: str, name: str) -> Kind:
        """What a name in a folder stands for."""
        kind = Files.look_up(self, folder, name)
        self.footprint.names.setdefault(folder, {})[name] = kind
        return kind

    def read(self, path: Path) -> bytes | None:
        """The contents of a file; None if it cannot be read or is too large."""
        data = Files.read(self, path)
        self.footprint.contents[str(path)] = self.digests[path]
        return data

    def depend_on(self, path: Path) -> None:
        """Says that the contents of a file bear on the result, which were read before."""
        self.footprint.contents[str(path)] = self.digest(path)


def track(files: Files) -> TrackedFiles:
    """The files of a run, for one analysis."""
    return TrackedFiles(files.working, files.folders, files.digests, files.words, files.surroundings, files.changed)


def hash_bytes(data: bytes) -> str:
    """What tells contents from others."""
    return blake2b(data, digest_size=_DIGEST_BYTES).hexdigest()


def _list(folder: str) -> dict[str, Kind]:
    try:
        with os.scandir(folder) as entries:
            return {entry.name: _classify(entry) for entry in entries}
    except OSError:
        return {}


def _classify(entry: os.DirEntry[str]) -> Kind:
    try:
        if entry.is_dir(follow_symlinks=False):
            return Kind.FOLDER
        return Kind.FILE if entry.is_file() else Kind.OTHER
    except OSError:
        return Kind.OTHER
