"""The comments that silence findings, as they are written: flake8's, to the letter, and our own. Floor 5.

`# noqa` and `# noqa: RTG201,RTG3` at the end of a line are flake8's, as is `# flake8: noqa` on a line of its own for the whole
file. `# retain-lint: noqa` does the same for this tool alone: at the end of a line for that line, on a line of its own for the
whole file; it may name rules by code, prefix or name. A rule's name behind `# noqa:` silences that rule, where flake8, which
takes what it cannot read for a reason, silences all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

_NAME = r"[A-Za-z]+(?:-[A-Za-z]+)+"
_WORDS = rf"(?P<words>[A-Za-z][\w-]*(?:\s*,\s*[A-Za-z][\w-]*|\s+(?:[A-Za-z]+[0-9]\w*|{_NAME}))*)"
_FLAKE8 = re.compile(r"# noqa(?::[\s]?(?P<words>(?:[A-Z]+[0-9]+(?:[,\s]+)?)+))?", re.IGNORECASE)
_FLAKE8_NAME = re.compile(rf"# noqa:\s?(?P<words>{_NAME}(?:\s*,\s*{_NAME})*)", re.IGNORECASE)
_FLAKE8_FILE = re.compile(r"\s*# flake8[:=]\s*noqa", re.IGNORECASE)
_OURS = re.compile(rf"#\s*retain-lint:\s*noqa\b(?::\s*{_WORDS})?", re.IGNORECASE)
_MALFORMED = re.compile(r"#\s*retain-lint:\s*(?:ignore|disable|skip|off|allow)\b[^#]*", re.IGNORECASE)
_WORD = re.compile(r"[^,\s]+")
_MENTIONS = re.compile(r"noqa|retain-lint:", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Word:
    """A code or a name in a comment, and the columns that it covers."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment on a line of the text (1-based), with the columns that it covers. Without `words` it silences everything.
    `ours`: it speaks to this tool alone; `malformed`: it was meant to, but means nothing."""

    line: int
    start: int
    end: int
    words: tuple[Word, ...] = ()
    whole_file: bool = False
    ours: bool = False
    malformed: bool = False


def read_comments(text: str, line: int, names: Mapping[str, str]) -> Iterator[Comment]:
    """The comments on a line, ours and flake8's. `names` has the codes of rules by name."""
    if not _MENTIONS.search(text):
        return
    if match := _OURS.search(text):
        alone = not text[: match.start()].strip()
        yield Comment(line, match.start(), match.end(), _read_words(match), alone, ours=True)
    elif match := _MALFORMED.search(text):
        yield Comment(line, match.start(), len(match.group().rstrip()) + match.start(), ours=True, malformed=True)
    if match := _FLAKE8_FILE.match(text):
        yield Comment(line, match.start(), match.end(), whole_file=True)
    elif (match := _FLAKE8_NAME.search(text)) and all(word.text.lower() in names for word in _read_words(match)):
        yield Comment(line, match.start(), match.end(), _read_words(match))
    elif match := _FLAKE8.search(text):
        words = _read_words(match)
        yield Comment(line, match.start(), words[-1].end if words else match.end(), words)


def _read_words(match: re.Match[str]) -> tuple[Word, ...]:
    """The codes and names of a comment, none if it silences everything."""
    if match["words"] is None:
        return ()
    first = match.start("words")
    found = _WORD.finditer(match["words"])
    return tuple(Word(word.group(), first + word.start(), first + word.end()) for word in found)
