"""What one run of a program is made to do differently, and what is watched in it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Controls:
    """`retain`, `release`: lines whose engine calls are made to keep, or no longer told to keep, their graph.
    `retain_all`: every call keeps. `unchecked`: saved tensors are handed to the engine without a version check, so that
    nothing is stale. `hidden_writes`: lines whose in-place writes leave version counters untouched; `only_writes`: the lines
    whose writes alone are seen. `watch_writes`, `watch_gradients`: what the run records beside its engine calls."""

    retain: frozenset[int] = frozenset()
    release: frozenset[int] = frozenset()
    retain_all: bool = False
    unchecked: bool = False
    hidden_writes: frozenset[int] = frozenset()
    only_writes: frozenset[int] | None = None
    watch_writes: bool = False
    watch_gradients: bool = False

    def hides(self, line: int) -> bool:
        """Whether a write made on `line` is kept from the version counters."""
        return line in self.hidden_writes or (self.only_writes is not None and line not in self.only_writes)

    @property
    def needs_write_mode(self) -> bool:
        """Whether tensor functions must be intercepted to see or hide writes."""
        return self.watch_writes or bool(self.hidden_writes) or self.only_writes is not None
