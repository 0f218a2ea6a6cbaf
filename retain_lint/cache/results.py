"""Results that need not be computed again. Floor 5.

What is kept is the result of one file before any setting is applied to it: selection, ignores, confidence, baselines and formats come
after. It is the same as long as the file has the same contents, its footprint holds, and this tool and Python are the same.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from retain_lint import __version__
from retain_lint.cache.footprints import confirm, read_footprint, write_footprint
from retain_lint.cache.store import Row, Store
from retain_lint.project.files import MAX_BYTES, Files, Footprint, hash_bytes
from retain_lint.results.model import FileResult

_NOTHING = "null"
#: results that wait to be written
_MOST_WAITING = 200


@dataclass(slots=True)
class Cache:
    """What is remembered of files under some options of the analysis: whether it draws `pictures`, whether comments silence
    (`noqa`). It sees each file of the project once: a longer process makes a new one for each check."""

    store: Store
    pictures: bool = False
    noqa: bool = True
    files: Files = field(default_factory=Files)
    _waiting: list[Row] = field(default_factory=list)

    def stream(
        self, paths: Sequence[Path], check: Callable[[Sequence[Path]], Iterator[FileResult]]
    ) -> Iterator[FileResult]:
        """The results of the files, in their order; `check` gives those of the files that nothing is known of."""
        known = self._find_all(paths)
        fresh = check([path for path in paths if path not in known])
        try:
            for path in paths:
                result = known.get(path) or self.keep(next(fresh))
                yield result
        finally:
            self.flush()

    def find(self, path: Path, data: bytes) -> FileResult | None:
        """What is known of a file with these contents; None if it must be checked."""
        identity = self._identify(path)
        row = self.store.load([identity]).get(identity)
        return None if row is None else self._recall(path, hash_bytes(data), row)

    def check(self, path: Path, data: bytes, check: Callable[[Path, bytes], FileResult]) -> FileResult:
        """What is known of a file with these contents, or what `check` finds, which is known from then on."""
        found = self.find(path, data)
        if found is None:
            found = self.keep(check(path, data))
        self.flush()
        return found

    def keep(self, result: FileResult) -> FileResult:
        """Remembers a result, unless it is not to be remembered, and gives it back."""
        if result.footprint is not None and result.path.is_absolute():
            text = _NOTHING if result == FileResult(result.path) else _write(result)
            self._wait(result.path, result.footprint, text)
        return result

    def flush(self) -> None:
        """Writes what waits to be written."""
        waiting, self._waiting = self._waiting, []
        self.store.save(waiting)

    def _find_all(self, paths: Sequence[Path]) -> dict[Path, FileResult]:
        rows = self.store.load([self._identify(path) for path in paths])
        found = ((path, self._find_on_disk(path, rows)) for path in paths) if rows else ()
        return {path: result for path, result in found if result is not None}

    def _find_on_disk(self, path: Path, rows: dict[bytes, Row]) -> FileResult | None:
        row = rows.get(self._identify(path))
        if row is None:
            return None
        try:
            data = path.read_bytes()
        except OSError:
            return None
        contents = hash_bytes(data)
        self.files.digests.setdefault(path, contents if len(data) <= MAX_BYTES else None)
        return self._recall(path, contents, row)

    def _recall(self, path: Path, contents: str, row: Row) -> FileResult | None:
        if row.contents != contents:
            return None
        try:
            footprint = read_footprint(row.footprint)
            confirmed = confirm(footprint, self.files)
            result = None if confirmed is None else _read(path, row.result)
        except (ValueError, TypeError, KeyError, AttributeError):  # an entry that nobody would have written
            return None
        if confirmed is not None and confirmed != footprint:
            self._wait(path, confirmed, row.result)
        return None if result is None else replace(result, footprint=confirmed)

    def _wait(self, path: Path, footprint: Footprint, text: str) -> None:
        self._waiting.append(Row(self._identify(path), footprint.checked, write_footprint(footprint), text))
        if len(self._waiting) >= _MOST_WAITING:
            self.flush()

    def _identify(self, path: Path) -> bytes:
        """What stands for a file under these options."""
        text = "\0".join((_describe_program(), str(self.pictures), str(self.noqa), str(path)))
        return bytes.fromhex(hash_bytes(text.encode("utf-8", "surrogateescape")))


def _write(result: FileResult) -> str:
    from retain_lint.cache.codec import encode

    return json.dumps(encode(replace(result, footprint=None)), separators=(",", ":"))


def _read(path: Path, text: str) -> FileResult:
    """Raises ValueError for a text that is none of ours."""
    if text == _NOTHING:
        return FileResult(path)
    # Imported here: most files have nothing to report.
    from retain_lint.cache.codec import decode

    return decode(FileResult, json.loads(text))


@cache
def _describe_program() -> str:
    """What tells this tool and this Python from others: also a checkout that is being worked on, by the times of its files."""
    sources = "".join(f"{name} {size} {time}\n" for name, size, time in _list_sources(Path(__file__).parents[1]))
    return hash_bytes(f"{__version__}\n{sys.version}\n{sources}".encode())


def _list_sources(folder: Path) -> Iterator[tuple[str, int, int]]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:  # not in files of its own
        return
    for entry in entries:
        if entry.name.endswith(".py"):
            stat = entry.stat()
            yield entry.name, stat.st_size, stat.st_mtime_ns
        elif entry.name != "__pycache__" and entry.is_dir():
            yield from _list_sources(folder / entry.name)
