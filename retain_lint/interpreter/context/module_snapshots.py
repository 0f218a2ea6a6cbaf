"""What the top level of a file leaves: made on the path that imports it first, and laid into all others that do. Floor 3.

One file's classes and functions are the same objects on every path, so that paths that are joined agree on them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from retain_lint.domain.heap import Record
from retain_lint.domain.state import Frame, State
from retain_lint.domain.value import Address, FrameId, Key, Value

_K = TypeVar("_K")
_V = TypeVar("_V")

#: what an import that only defines things leaves as it was
_UNTOUCHED = ("writes", "freed", "kept", "gradients", "steps", "causes", "condition", "unknown_reach", "engine_ran")


@dataclass(frozen=True, slots=True)
class Image:
    """What was new after the import. `needs`: the files that had been imported before, whose objects it may hold."""

    needs: tuple[str, ...]
    frames: Mapping[FrameId, Frame]
    heap: Mapping[Address, Record]
    overlay: Mapping[Key, tuple[tuple[str, Value], ...]]
    tensors: Mapping[Key, Address]
    leaves: Mapping[Key, Address]

    def lay(self, state: State) -> None:
        """Puts it into a path that has not imported the file; what it has of it stays."""
        state.lay_under(self.frames, self.heap, self.overlay, self.tensors, self.leaves)


def take_image(before: State, after: State, needs: tuple[str, ...]) -> Image | None:
    """None if the file did more than to define things: what it did must be done on each path."""
    if any(getattr(before, name) != getattr(after, name) for name in _UNTOUCHED):
        return None
    if any(after.get(address) is not record for address, record in before.heap.items()):
        return None
    frames = {number: frame.copy() for number, frame in _new(before.frames, after.frames).items()}
    return Image(
        needs,
        frames,
        _new(before.heap, after.heap),
        _new(before.overlay, after.overlay),
        _new(before.tensors, after.tensors),
        _new(before.leaves, after.leaves),
    )


def _new(before: Mapping[_K, _V], after: Mapping[_K, _V]) -> dict[_K, _V]:
    return {key: value for key, value in after.items() if key not in before}
