"""Which findings the comments of a file silence. Floor 5."""

from __future__ import annotations

import io
import tokenize
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from retain_lint.results.noqa_comments import Comment, Word, read_comments

_EVERYTHING = "ALL"


@dataclass(frozen=True, slots=True)
class Suppressions:
    """The comments of one file. `ranges` has, for a line, the first and the last of the lines that flake8 searches as one.
    `names` has the codes of rules by name."""

    comments: tuple[Comment, ...]
    ranges: Mapping[int, tuple[int, int]]
    names: Mapping[str, str]

    def silences(self, code: str, line: int) -> bool:
        """Whether a comment silences `code` reported at `line` (1-based, of the whole text)."""
        return any(True for _ in self.find(code, line))

    def find(self, code: str, line: int) -> Iterator[tuple[Comment, Word | None]]:
        """The comments that silence `code` at `line`, and the word in them that does; None if it is everything."""
        for comment in self._list_comments(line):
            if not comment.words:
                yield comment, None
            yield from ((comment, word) for word in comment.words if self.means(word, code))

    def means(self, word: Word, code: str) -> bool:
        """Whether a code, a prefix or a name speaks of a rule."""
        text = word.text.upper()
        return code.startswith(text) or self.names.get(word.text.lower()) == code or text == _EVERYTHING

    def noqa_row(self, line: int) -> int:
        """The line where a `# noqa` comment for a finding at `line` belongs: the end of a multi-line string or of
        lines joined by backslashes, else the line itself."""
        return self.ranges.get(line, (line, line))[1]

    def _list_comments(self, line: int) -> Iterator[Comment]:
        """Those that speak of a line; of several in flake8's style, the first, as flake8 does it."""
        first, last = self.ranges.get(line, (line, line))
        found = False
        for comment in self.comments:
            if comment.malformed or not (comment.whole_file or first <= comment.line <= last):
                continue
            if comment.ours or comment.whole_file or not found:
                yield comment
            found = found or not (comment.ours or comment.whole_file)


def _line_ranges(text: str) -> dict[int, tuple[int, int]]:
    """The physical lines that flake8 searches as one: multi-line strings and backslash continuations."""
    ranges = {}
    start = 0
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type in (tokenize.ENDMARKER, tokenize.DEDENT):
                continue
            start = start or token.start[0]
            if token.type in (tokenize.NL, tokenize.NEWLINE):
                if token.end[0] > start:
                    ranges.update(dict.fromkeys(range(start, token.end[0] + 1), (start, token.end[0])))
                start = 0
    except (tokenize.TokenError, SyntaxError):
        return {}  # syntax newer than this Python's tokenizer: physical lines only, as flake8 does
    return ranges


def read_suppressions(text: str, names: Mapping[str, str] | None = None) -> Suppressions:
    """Finds the comments of a file."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    known = names or {}
    lines = enumerate(text.split("\n"), 1)
    comments = tuple(comment for number, line in lines for comment in read_comments(line, number, known))
    return Suppressions(comments, _line_ranges(text), known)


def find_real_comments(text: str) -> dict[int, int]:
    """For each line the column of its comment, which is none of a string; empty if the text cannot be tokenised."""
    try:
        tokens = tokenize.generate_tokens(io.StringIO(text).readline)
        return {token.start[0]: token.start[1] for token in tokens if token.type == tokenize.COMMENT}
    except (tokenize.TokenError, SyntaxError):
        return {}
