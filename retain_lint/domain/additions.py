"""What code has added to a state: objects, storages, unknown values, captured frames. Floor 2."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from retain_lint.domain.base import changed
from retain_lint.domain.state import State

_FIELDS = ("heap", "overlay", "tensors", "leaves", "writes", "parts", "data_of")


@dataclass(frozen=True, slots=True)
class Additions:
    """Entries of a state's fields, by the name of the field; the registers of the frames are shared with the state that they
    are of."""

    entries: Mapping[str, Mapping[Any, Any]]
    frames: Mapping[int, Any]

    def is_new_to(self, state: State) -> bool:
        """Has the state none of it?"""
        fields = all(getattr(state, name).keys().isdisjoint(found) for name, found in self.entries.items())
        return fields and state.frames.keys().isdisjoint(self.frames)

    def put(self, state: State) -> None:
        """The state has it as well."""
        for name, found in self.entries.items():
            getattr(state, name).update(found)
        state.frames.update(self.frames)


def find_additions(before: State, after: State) -> Additions | None:
    """What a state has beyond an earlier one; None if something older is another than it was."""
    entries = {}
    for name in _FIELDS:
        old, new = getattr(before, name), getattr(after, name)
        touched = list(changed(new, old))
        if any(key in old and new[key] != old[key] for key in touched):
            return None
        entries[name] = {key: new[key] for key in touched if key not in old}
    added = after.share_frames()
    frames = {number: frame for number, frame in added.items() if number not in before.frames}
    return Additions(entries, frames)
