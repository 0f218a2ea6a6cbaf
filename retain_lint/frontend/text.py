"""From bytes to source text: encodings, newlines, notebooks, and the byte prefilter. Floor 2.

Invariant: the text keeps the file's own line numbers (in a notebook: the cells' line numbers, one after the other), so
that every span leads back to the bytes it came from. Imports no parser: reading and prefiltering stay cheap.
"""

from __future__ import annotations

import io
import re
import tokenize
from bisect import bisect_right
from dataclasses import dataclass, field
from pathlib import Path

from retain_lint.frontend.notebook import Cell, NotebookError, read_notebook
from retain_lint.source import LINE_END, Location, Span

_BOM = b"\xef\xbb\xbf"
_WIDE_MARKS = {b"\xff\xfe\0\0": "UTF-32", b"\0\0\xfe\xff": "UTF-32", b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}

# Every rule starts from an engine call, and an engine call contains one of these words whatever it is imported as: the
# method `backward` (also `manual_backward`, `accelerator.backward`, `torch.autograd.backward`), `torch.autograd.grad`,
# or the keyword arguments, for wrappers whose own name says nothing. A file without them can only matter as a module
# that another file imports.
_WORDS = re.compile(rb"backward|autograd|retain_graph|retain_variables|create_graph|(?s:optim.*loss)")


class SourceError(Exception):
    """A file that cannot be read or parsed: what is wrong, in one line, and where. `location` is the start of the file when
    there is no place to blame (`placed` is False)."""

    def __init__(self, path: str, message: str, line: int | None = None, location: Location | None = None) -> None:
        super().__init__(f"{path}: {message}")
        self.message = message
        self.placed = line is not None or location is not None
        self.location = location or Location(path, Span(line or 1, 0, line or 1, 0))


@dataclass(frozen=True, slots=True)
class SourceText:
    """The text of one file as the parser sees it. `encoding` and `newline` are those to write it back with; `cells`
    is empty except for a notebook."""

    path: str
    text: str
    encoding: str = "utf-8"
    newline: str = "\n"
    cells: tuple[Cell, ...] = ()
    line_starts: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        starts = [0]
        starts += [match.end() for match in LINE_END.finditer(self.text)]
        object.__setattr__(self, "line_starts", tuple(starts))

    def span(self, start: int, end: int) -> Span:
        """The lines and columns of the text between two offsets."""
        starts = self.line_starts
        first = bisect_right(starts, start)
        last = first if end < _start_after(starts, first) else bisect_right(starts, end)
        return Span(first, start - starts[first - 1], last, end - starts[last - 1])

    def slice(self, span: Span) -> str:
        """The text that a span covers; beyond the last line there is none."""
        start = self._start_of(span.start_line) + span.start_column
        return self.text[start : self._start_of(span.end_line) + span.end_column]

    def _start_of(self, line: int) -> int:
        return self.line_starts[line - 1] if line <= len(self.line_starts) else len(self.text)

    def location(self, span: Span) -> Location:
        """The place to show to a user: in a notebook, the cell and the lines within it."""
        if not self.cells:
            return Location(self.path, span)
        cell = self.cells[bisect_right(self.cells, span.start_line, key=_first_line) - 1]
        shift = cell.first_line - 1
        lines = Span(span.start_line - shift, span.start_column, span.end_line - shift, span.end_column)
        return Location(self.path, lines, cell.index)

    def span_of(self, place: Location) -> Span:
        """The span in this text of a place shown to a user; the inverse of `location`."""
        shift = next((cell.first_line - 1 for cell in self.cells if cell.index == place.cell), 0)
        span = place.span
        return Span(span.start_line + shift, span.start_column, span.end_line + shift, span.end_column)


def _start_after(starts: tuple[int, ...], line: int) -> float:
    return starts[line] if line < len(starts) else float("inf")


def _first_line(cell: Cell) -> int:
    return cell.first_line


def can_matter(data: bytes) -> bool:
    """Whether a file of these bytes can hold an engine call, and so be worth parsing."""
    return _WORDS.search(data) is not None


def read_source(path: Path, data: bytes) -> SourceText:
    """Decode a `.py` file (PEP 263) or the code of an `.ipynb` notebook; raises SourceError."""
    if path.suffix == ".ipynb":
        return _read_notebook(str(path), data)
    encoding = _detect_encoding(str(path), data)
    text = _decode(str(path), data, encoding)
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise SourceError(str(path), "source code cannot contain null bytes", line)
    newline = LINE_END.search(text)
    return SourceText(str(path), text, encoding, newline.group() if newline else "\n")


def _detect_encoding(path: str, data: bytes) -> str:
    """PEP 263: a BOM, or a coding comment in the first two lines, else UTF-8."""
    wide = next((name for mark, name in _WIDE_MARKS.items() if data.startswith(mark)), None)
    if wide is not None:
        raise SourceError(path, f"{wide} text, which Python does not read: save it as UTF-8", 1)
    head = re.sub(rb"\r\n?", b"\n", data[:1024])
    try:
        return tokenize.detect_encoding(io.BytesIO(head).readline)[0]
    except SyntaxError as error:
        marked = head.startswith(_BOM)
        if _has_no_comment(head):
            return "utf-8-sig" if marked else "utf-8"
        message = "the coding comment contradicts the byte order mark, which says UTF-8" if marked else str(error.msg)
        raise SourceError(path, message, 1) from None


def _has_no_comment(head: bytes) -> bool:
    """Whether `detect_encoding` failed only because the head was cut inside a character."""
    return b"coding" not in b"".join(head.split(b"\n", 2)[:2])


def _decode(path: str, data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise SourceError(path, f"cannot be decoded as {encoding}: {error.reason}", line) from None
    except LookupError:
        raise SourceError(path, f"unknown encoding {encoding!r}", 1) from None
    except UnicodeError:  # of codecs that say no place, such as punycode
        raise SourceError(path, f"cannot be decoded as {encoding}", 1) from None


def _read_notebook(path: str, data: bytes) -> SourceText:
    try:
        text, cells = read_notebook(data)
    except NotebookError as error:
        raise SourceError(path, str(error), error.line) from None
    return SourceText(path, text, "utf-8", "\n", cells)
