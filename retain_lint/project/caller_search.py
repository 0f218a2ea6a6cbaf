"""Which files of a project call a function, if none of them sends anything backward. Floor 3. Reads files as words; parses nothing.

A function that a file of the project calls by its name, and nothing imports from the checked file by that name (a method of an
object that a registry makes), is given to these callers all the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from retain_lint.project.files import Files, Search, SearchKind
from retain_lint.project.importer_search import MAX_FILES, describe_surroundings, nearby_files, read_words
from retain_lint.torch_api.vocabulary import ENGINE_WORDS

_ENGINE = frozenset(word.encode() for word in ENGINE_WORDS)
#: a method, `getattr` by its name, an import, a call: comments speak of it, too
_RUNS_ENGINE = re.compile(
    rb"""[."'](?:manual_)?backward\b|\bimport\b.*\b(?:backward|grad)\b|\b(?:backward|grad)\s*\("""
)
_IMPORT = re.compile(
    rb"^[ \t]*(?:from[ \t]+[\w.]+[ \t]+)?import\b(?:[ \t]*\([^)]*\)|(?:[^\n\\]|\\\r?\n)*)", re.MULTILINE
)
_DEFINED = re.compile(rb"^[ \t]*(?:async[ \t]+)?def[ \t]+(\w+)", re.MULTILINE)


def search_callers(path: Path, name: str, files: Files, kind: SearchKind) -> Search:
    """The search for the callers of a function, with what tells whether it must be repeated."""
    found = find_callers(path, name, files, kind)
    return Search(str(path), (name,), (), tuple(map(str, found)), describe_surroundings(path, files), kind)


def find_callers(path: Path, name: str, files: Files, kind: SearchKind) -> list[Path]:
    """The other files that use a function of the file by its name; none if one of them runs the engine, or, where LAST callers
    are searched, names another function of the project that does: they may hand on what they are given. None, too, of a project
    that is seen in part."""
    nearby = list(nearby_files(path.parent, files))
    users = [file for file in nearby if file != path and _uses(file, name, files)]
    if len(nearby) >= MAX_FILES or any(_runs_engine(file, files) for file in users):
        return []
    if kind is SearchKind.LAST_CALLERS and users:
        running = frozenset(_running_engine(nearby, files)) - _ENGINE - {name.encode()}
        if any(not running.isdisjoint(read_words(file, files)) for file in users):
            return []
    return users


def _uses(file: Path, name: str, files: Files) -> bool:
    """Does the file name the function, beside where it imports it or defines one of that name? A package that offers it to others
    does not call it."""
    word = name.encode()
    if file.name == "__init__.py" or word not in read_words(file, files):
        return False
    text = _IMPORT.sub(b"", files.read(file) or b"")
    named = sum(1 for _ in re.finditer(rb"\b%s\b" % word, text))
    return named > sum(1 for defined in _DEFINED.finditer(text) if defined.group(1) == word)


def _runs_engine(file: Path, files: Files) -> bool:
    if _ENGINE.isdisjoint(read_words(file, files)):
        return False
    return _RUNS_ENGINE.search(files.read(file) or b"") is not None


def _running_engine(nearby: Iterable[Path], files: Files) -> Iterator[bytes]:
    """The names of functions in whose text, up to the next one, the engine is named."""
    for file in nearby:
        text = b"" if _ENGINE.isdisjoint(read_words(file, files)) else files.read(file) or b""
        starts = list(_DEFINED.finditer(text))
        ends = [start.start() for start in starts[1:]] + [len(text)]
        yield from (s.group(1) for s, end in zip(starts, ends, strict=False) if _RUNS_ENGINE.search(text, s.end(), end))
