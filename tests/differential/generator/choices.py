"""Where the generator's choices come from: a seeded random number, or a Hypothesis test that shrinks them."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from hypothesis import strategies as st

Item = TypeVar("Item")


class Choices(Protocol):
    """A source of bounded integers; small ones stand for the simpler choice."""

    def below(self, limit: int) -> int:
        """An integer from 0 up to, not including, `limit`."""


@dataclass(frozen=True, slots=True)
class SeededChoices:
    """Choices that a seed decides."""

    source: random.Random

    def below(self, limit: int) -> int:
        return self.source.randrange(limit)


@dataclass(frozen=True, slots=True)
class DrawnChoices:
    """Choices that Hypothesis draws, and shrinks."""

    draw: Callable[[st.SearchStrategy[int]], int]

    def below(self, limit: int) -> int:
        return self.draw(st.integers(0, limit - 1))


def pick(choices: Choices, options: Sequence[Item]) -> Item:
    """One of `options`; the first is the simplest."""
    return options[choices.below(len(options))]


def happens(choices: Choices, percent: int) -> bool:
    """True so many times in a hundred; False is the simpler."""
    return choices.below(100) >= 100 - percent


def between(choices: Choices, low: int, high: int) -> int:
    """An integer from `low` to `high`, both included."""
    return low + choices.below(high - low + 1)
