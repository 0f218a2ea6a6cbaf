"""What one run of a program is made to do differently, and what is watched in it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Release:
    """The engine calls on `line` that, as the program is written, keep their graph (`kept`) or do not."""

    line: int
    kept: bool


@dataclass(frozen=True, slots=True)
class Controls:
    """`retain_all`: every engine call keeps its graph, but for those named by `release`, which free theirs; a call that is
    refused because of that is passed over. `unchecked`: no call is refused for what was changed in place. `watch`: writes
    and gradients are recorded. `cut`: the numbers of the expressions whose values are detached; `new_leaves`: and told to
    require grad."""

    retain_all: bool = False
    release: Release | None = None
    unchecked: bool = False
    watch: bool = False
    cut: frozenset[int] = frozenset()
    new_leaves: bool = False

    def decide_retain(self, line: int, retain: bool | None, kept: bool) -> bool | None:
        """The flag for a call on `line`: `retain` is the one passed, `kept` whether the graph would be kept by it."""
        if not self.retain_all:
            return retain
        return self.release != Release(line, kept)
