"""The picture of one function: what it builds, sends backward, steps and clears, in order of time. Floor 2.

Operations are gathered by the expression of the function that they come from, over all paths and iterations: a forward
pass is one item, however many nodes it makes. Frozen and picklable: reporters draw it when the analysis is over.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from retain_lint.source import Location


class ItemKind(Enum):
    """What an item is. The last three are events: each happens after all that stands before it."""

    TENSOR = "tensor"
    LOSS = "loss"
    ENGINE = "engine call"
    STEP = "step"
    CLEAR = "zero_grad"


EVENTS = frozenset({ItemKind.ENGINE, ItemKind.STEP, ItemKind.CLEAR})


@dataclass(frozen=True, slots=True)
class Item:
    """`name` is the variable that it is bound to, if any. `models`: whose parameters it uses, or, for an event, whose gradients
    it computes, consumes or clears. `retains`: an engine call that keeps the graph. `runs`: the items that an engine call goes
    through. Items are numbered in order of time."""

    number: int
    kind: ItemKind
    text: str
    location: Location
    name: str = ""
    models: tuple[str, ...] = ()
    retains: bool = False
    runs: frozenset[int] = frozenset()
    looped: bool = False

    @property
    def is_event(self) -> bool:
        """Does it happen at a moment, rather than be built?"""
        return self.kind in EVENTS

    @property
    def title(self) -> str:
        """What it is called in short."""
        return self.name or self.text


@dataclass(frozen=True, slots=True)
class Link:
    """`source` is an input of `target`, or the loss that the engine call `target` starts from. `carried`: from an earlier iteration
    of a loop. `cut`: it is detached on the way, so that no gradient goes back."""

    source: int
    target: int
    carried: bool = False
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Model:
    """A module, or a tensor with a gradient of its own, and the optimisers that own it."""

    name: str
    optimizers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """See the module's text. `function` is a qualified name, empty for the code of the module itself."""

    path: str
    function: str
    items: tuple[Item, ...]
    links: tuple[Link, ...]
    models: tuple[Model, ...]
