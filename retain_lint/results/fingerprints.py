"""What stays the same of a finding while the lines around it move. Floor 5.

A fingerprint is a hash of the file's name, the rule and the text of the line; of several that agree in all of these, the
order counts. A file to which lines were added has the same ones as before.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from dataclasses import dataclass, field

_LENGTH = 32
# Blanks that keep no two words apart: formatters add and remove them.
_IDLE_BLANKS = re.compile(r"(?<!\w)\s+|\s+(?!\w)")


def normalise(line: str) -> str:
    """The text of a line, however it is indented and spaced."""
    return " ".join(_IDLE_BLANKS.sub("", line).split())


@dataclass(frozen=True, slots=True)
class Fingerprints:
    """Makes the fingerprints of one run, no two of which are equal."""

    _given: Counter[tuple[str, ...]] = field(default_factory=Counter)

    def make(self, path: str, code: str, line: str) -> str:
        """The fingerprint of the next finding of `code` in a file, on a line of that text."""
        key = path, code, normalise(line)
        self._given[key] += 1
        text = "\0".join((*key, str(self._given[key])))
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_LENGTH]
