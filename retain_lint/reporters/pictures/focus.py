"""What a drawing points out: the steps of a finding, and what is run twice. Floor 5."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from retain_lint.domain.picture import Item, ItemKind, Link, Picture
from retain_lint.source import Location, Span


@dataclass(frozen=True, slots=True)
class Focus:
    """`marks`: the numbers of a finding's steps at the items where they happen; `main` is the finding's own. `hot`: items that the
    finding is about; links between them are warm."""

    marks: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    main: int = 0
    hot: frozenset[int] = frozenset()

    def is_warm(self, link: Link) -> bool:
        """Is a link between two items that the finding is about?"""
        return not link.cut and link.source in self.hot and link.target in self.hot


NO_FOCUS = Focus()


def choose_picture(pictures: Iterable[Picture], place: Location) -> Picture | None:
    """The picture in which something happens at a place."""
    return next((picture for picture in pictures if find_item(picture, place) is not None), None)


def focus_on(picture: Picture, steps: Sequence[Location]) -> Focus:
    """Points out the steps of a finding, which are counted from 1; the last one is the finding itself."""
    marks: dict[int, tuple[int, ...]] = {}
    for number, place in enumerate(steps, 1):
        item = find_item(picture, place)
        if item is not None:
            marks[item.number] = (*marks.get(item.number, ()), number)
    return Focus(marks, len(steps), _find_hot(picture, marks, len(steps)))


def _find_hot(picture: Picture, marks: Mapping[int, tuple[int, ...]], main: int) -> frozenset[int]:
    """The marked items, and what the engine calls among them go through one after the other."""
    engines = [item for item in picture.items if item.number in marks and item.kind is ItemKind.ENGINE]
    shared = frozenset.intersection(*(item.runs for item in engines)) if len(engines) > 1 else frozenset[int]()
    own = {item.number for item in picture.items if main in marks.get(item.number, ())}
    built = {number for number in marks if not picture.items[number].is_event}
    return shared | own | built


def find_item(picture: Picture, place: Location) -> Item | None:
    """The smallest item that a place lies in; else the first one that lies in it."""
    around = [item for item in picture.items if item.location.contains(place)]
    if around:
        return min(around, key=lambda item: _size(item.location.span))
    return next((item for item in picture.items if place.contains(item.location)), None)


def _size(span: Span) -> tuple[int, int]:
    return span.end_line - span.start_line, span.end_column - span.start_column
