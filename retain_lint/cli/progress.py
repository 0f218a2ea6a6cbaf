"""A line on a terminal's stderr that says how far a long run has come. Floor 6."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TextIO

#: seconds until a run counts as long, and between two drawings
LONG = 1.0
_INTERVAL = 0.1
_WIDTH = 24
_ERASE = "\r\x1b[K"


@dataclass(slots=True)
class Progress:
    """Draws nothing unless it is `enabled`, and only once the run is long."""

    stream: TextIO
    total: int
    enabled: bool
    _started: float = field(default_factory=time.perf_counter)
    _drawn_at: float = 0.0
    _visible: bool = False

    @property
    def seconds(self) -> float:
        """How long the run has taken so far."""
        return time.perf_counter() - self._started

    def advance(self, done: int) -> None:
        """Says that so many files have been checked."""
        if not self.enabled or self.seconds < LONG or self.seconds - self._drawn_at < _INTERVAL:
            return
        filled = _WIDTH * done // max(1, self.total)
        bar = "#" * filled + "." * (_WIDTH - filled)
        self.stream.write(f"{_ERASE}[{bar}] {done} of {self.total} files")
        self.stream.flush()
        self._drawn_at, self._visible = self.seconds, True

    def erase(self) -> None:
        """Leaves an empty line for what is written next."""
        if self._visible:
            self.stream.write(_ERASE)
            self.stream.flush()
            self._visible = False
