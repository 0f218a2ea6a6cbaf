"""The database of the cache: SQLite, which processes may use at once. Floor 5.

Invariant: nothing that is wrong with the database, its folder or an entry is an error: what cannot be read is computed, what cannot
be written is not kept. A connection lives as long as one call, so that none crosses a fork.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from retain_lint.cache.folder import DATABASE, discard_database, make_folder

#: seconds that a process waits for another one that writes
_PATIENCE = 5.0
#: entries older than this are dropped: most belong to files, or versions of this tool, that are gone
_LIFETIME = 30 * 24 * 3600
_SEAL_BYTES = 8
#: below the number of parameters that the oldest SQLite takes
_BATCH = 900
_CREATE = """
    CREATE TABLE IF NOT EXISTS results
    (file BLOB PRIMARY KEY, contents TEXT, footprint TEXT, result TEXT, seal BLOB, stored INTEGER)
"""
_DROP = "DELETE FROM results WHERE stored < ?"
_SELECT = "SELECT file, contents, footprint, result, seal FROM results WHERE file IN ({})"
_INSERT = "INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?, ?, ?)"


class Row(NamedTuple):
    """An entry: what stands for a file under some options, the digest of its contents, and JSON."""

    file: bytes
    contents: str
    footprint: str
    result: str

    @property
    def seal(self) -> bytes:
        """What tells an entry that was damaged."""
        text = "\0".join((self.file.hex(), self.contents, self.footprint, self.result))
        return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_SEAL_BYTES).digest()


@dataclass(slots=True)
class Store:
    """The entries in a folder, which is made when there is something to write."""

    folder: Path
    _usable: bool = True

    def load(self, files: Sequence[bytes]) -> dict[bytes, Row]:
        """The entries of these files, as far as there are sound ones."""
        if not (self.folder / DATABASE).is_file():
            return {}
        try:
            with closing(self._connect()) as connection:
                return {row.file: row for row in _select(connection, files)}
        except sqlite3.OperationalError:
            return {}
        except sqlite3.DatabaseError:
            self._discard()
            return {}

    def save(self, rows: Iterable[Row]) -> None:
        """Adds entries, each in the place of the one that its file has."""
        written = list(rows)
        if written and self._usable and not self._try_to_save(written):
            self._discard()
            self._usable = self._try_to_save(written)

    def _try_to_save(self, rows: Sequence[Row]) -> bool:
        """False if the database is damaged."""
        now = int(time.time())
        try:
            make_folder(self.folder)
            with closing(self._connect()) as connection, connection:
                connection.execute(_CREATE)
                connection.execute(_DROP, (now - _LIFETIME,))
                connection.executemany(_INSERT, [(*row, row.seal, now) for row in rows])
        except (OSError, sqlite3.OperationalError):
            self._usable = False  # locked for long, or not ours to write: not worth waiting again
        except sqlite3.DatabaseError:
            return False
        return True

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.folder / DATABASE, timeout=_PATIENCE)
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
        except BaseException:
            connection.close()
            raise
        return connection

    def _discard(self) -> None:
        try:
            discard_database(self.folder)
        except OSError:
            self._usable = False


def _select(connection: sqlite3.Connection, files: Sequence[bytes]) -> Iterator[Row]:
    for start in range(0, len(files), _BATCH):
        batch = files[start : start + _BATCH]
        for *found, seal in connection.execute(_SELECT.format(",".join("?" * len(batch))), batch):
            if all(isinstance(value, str) for value in found[1:]):
                row = Row(*found)
                if row.seal == seal:
                    yield row
