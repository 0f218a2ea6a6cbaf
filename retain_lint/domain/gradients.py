"""Gradient bookkeeping: who contributed to a leaf since it was cleared, and which steps consumed it. Floor 2."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from retain_lint.domain.history import Event
from retain_lint.domain.value import Address

#: a program point of the analysis: a call site together with the inlined calls that lead to it
SiteId: TypeAlias = int


@dataclass(frozen=True, slots=True)
class Contribution:
    """One engine call's gradient in one leaf. `time` orders engine calls and steps along a path; `consumers` are the
    optimisers whose step has used it, `parted` those whose gradients were cleared since, as long as none has."""

    site: SiteId
    time: int
    consumers: frozenset[Address] = frozenset()
    read: bool = False
    certain: bool = True
    parted: frozenset[Address] = field(default=frozenset(), compare=False)


@dataclass(frozen=True, slots=True)
class Hindrance:
    """What last kept gradients from a leaf: `cut`, the detach of a tensor that led to it, at the time `since`; or `cleared`, which
    threw away what the engine call at `site` had left there before any step took it in."""

    cut: Event | None = None
    since: int = 0
    cleared: Event | None = None
    site: SiteId | None = None


#: `None` stands for "perhaps cleared by code that cannot be seen"
Gradients: TypeAlias = "tuple[Contribution, ...]"
