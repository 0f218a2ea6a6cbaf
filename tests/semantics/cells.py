"""The programs under `programs/`: one file a topic, in cells that begin with `# %% title`, one cell a fact.

The first cell is put before every other one. Comments in a cell say what is expected on their line:

- `# expect: CODE`: torch errs here, and the analysis says so;
- `# silent: CODE`: torch errs here, and the analysis says nothing, for the reason given in the cell (`# reason: ...`);
- `# raises: text`: torch raises an error that no rule is about, and the analysis says nothing;
- `# also: CODE`: may be reported as well.

`# each: NAME = one | other` makes a program of every alternative, put in place of NAME (`A, B = a; b | c; d` of several). A cell titled `[fixed]` is the
one before it set right.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.truth.marks import find_marks

FOLDER = Path(__file__).parent / "programs"
_CELL = re.compile(r"^# %% (.*)$", re.MULTILINE)
_EACH = re.compile(r"^# each: ([\w, ]+) = (.*)\n", re.MULTILINE)
_REASON = re.compile(r"^# reason: (.*)$", re.MULTILINE)

Places = frozenset[tuple[int, str]]


@dataclass(frozen=True)
class Cell:
    """A fact and its program. The places are (line, code), those of `raises` (line, text)."""

    topic: str
    title: str
    code: str
    reason: str
    fixed: str = ""
    number: int = 0

    @property
    def name(self) -> str:
        """A file name for the program."""
        number = f" {self.number}" if self.number else ""
        return re.sub(r"\W+", "_", f"{self.topic}_{self.title}{number}").strip("_").lower()

    def places(self, *marks: str) -> Places:
        """The lines with these marks, and the marks' values."""
        found = [(mark, line, text) for mark in marks for line, text in find_marks(self.code, mark).items()]
        return frozenset(
            (line, value.strip())
            for mark, line, text in found
            for value in ([text] if mark == "raises" else text.split(","))
        )


def list_cells() -> list[Cell]:
    """All programs, by topic in the order of their files."""
    return [cell for path in sorted(FOLDER.glob("*.py")) for cell in _read_file(path)]


def _read_file(path: Path) -> Iterator[Cell]:
    _, _, prelude, *rest = _CELL.split(path.read_text(encoding="utf-8"))
    pairs = list(zip(rest[::2], rest[1::2], strict=True))
    for number, (title, body) in enumerate(pairs):
        if title == "[fixed]":
            continue
        following = pairs[number + 1] if number + 1 < len(pairs) else ("", "")
        fixed = following[1] if following[0] == "[fixed]" else ""
        reason = _REASON.search(body)
        for count, values in enumerate(_alternatives(body)):
            code, shown, right = (_put(text, values) for text in (_EACH.sub("", body), title, fixed))
            right = prelude + right if right else ""
            yield Cell(path.stem, shown, prelude + code, reason[1] if reason else "", right, count)


def _alternatives(body: str) -> list[dict[str, str]]:
    found = _EACH.search(body)
    if found is None:
        return [{}]
    names = found[1].split(", ")
    rows = [row.strip().split("; ") for row in found[2].split(" | ")]
    return [dict(zip(names, row if len(names) > 1 else ["; ".join(row)], strict=True)) for row in rows]


def _put(text: str, values: dict[str, str]) -> str:
    for name, value in values.items():
        text = re.sub(rf"\b{name}\b", lambda _, value=value: value, text)
    return text
