"""Where the items of a picture stand: rows in order of time, placed in them by grandalf. Floor 5.

Time runs down. An event (an engine call, a step, the clearing of gradients) has a row of its own and stands in a column at the
right; what is built stands in the rows between, below its inputs. The order within the rows and the horizontal places are
those of Sugiyama's method with Brandes and Koepf's coordinates, as grandalf computes them; the rows are given to it, since it
knows nothing of time. grandalf is an optional extra: pure Python, no program to install, and licensed so that the rest
can do without (EPL or GPL).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from retain_lint.domain.picture import Item, ItemKind, Link, Picture

#: between boxes of a row, between rows, and between the boxes and the column of events
COLUMN_GAP, ROW_GAP, EVENT_GAP = 26, 34, 46
Point = tuple[float, float]


class MissingLibrary(Exception):
    """grandalf is not installed."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle by its upper left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        """The horizontal middle."""
        return self.x + self.width / 2


@dataclass(frozen=True, slots=True)
class Layout:
    """The boxes of the items by number, the points that each link is led through, and the size of it all."""

    boxes: Mapping[int, Box]
    routes: tuple[tuple[Link, tuple[Point, ...]], ...]
    width: float
    height: float


def place_items(picture: Picture, size: Callable[[Item], tuple[float, float]]) -> Layout:
    """The layout of a picture whose items have these sizes. Raises MissingLibrary."""
    rows = find_rows(picture)
    sizes = {item.number: size(item) for item in picture.items}
    placed, waypoints = _arrange(picture, rows, sizes)
    tops = _stack_rows(rows, sizes)
    built = [item.number for item in picture.items if not item.is_event]
    left = min((placed[number] - sizes[number][0] / 2 for number in built), default=0.0)
    right = max((placed[number] + sizes[number][0] / 2 for number in built), default=left)
    right = max([right, *(x for points in waypoints.values() for _, x in points)])
    boxes = {}
    for item in picture.items:
        width, height = sizes[item.number]
        top, row_height = tops[rows[item.number]]
        x = right - left + EVENT_GAP if item.is_event else placed[item.number] - width / 2 - left
        boxes[item.number] = Box(x, top + (row_height - height) / 2, width, height)
    routes = tuple(
        (link, tuple(_cross_rows(waypoints.get((link.source, link.target), []), tops, left))) for link in picture.links
    )
    last_top, last_height = tops[-1] if tops else (0.0, 0.0)
    return Layout(
        boxes, routes, max((box.x + box.width for box in boxes.values()), default=0.0), last_top + last_height
    )


def _cross_rows(
    waypoints: Sequence[tuple[int, float]], tops: Sequence[tuple[float, float]], left: float
) -> Iterator[Point]:
    """Straight through each row, so that a line bends between rows only."""
    for row, x in waypoints:
        top, height = tops[row]
        yield x - left, top
        yield x - left, top + height


def find_rows(picture: Picture) -> dict[int, int]:
    """The row of each item: below its inputs and below every engine call and step that came before it, which have rows of their
    own. The clearing of gradients stands beside what is built after it."""
    inputs: dict[int, list[int]] = {item.number: [] for item in picture.items}
    for link in picture.links:
        if not link.carried:
            inputs[link.target].append(link.source)
    rows: dict[int, int] = {}
    first, free = 0, 0  # the first row for what is built, and for an event
    for item in picture.items:
        last = max(rows.values(), default=0)
        if not item.is_event:
            row = max([first, *(rows[number] + 1 for number in inputs[item.number])])
        elif item.kind is ItemKind.CLEAR:
            row = first = max(last, free)
            free = row + 1
        else:
            row = last + 1 if rows else 0
            first = free = row + 1
        rows[item.number] = row
    return rows


def _stack_rows(rows: Mapping[int, int], sizes: Mapping[int, tuple[float, float]]) -> list[tuple[float, float]]:
    """The top and the height of each row."""
    heights = [0.0] * (max(rows.values(), default=-1) + 1)
    for number, row in rows.items():
        heights[row] = max(heights[row], sizes[number][1])
    tops = []
    top = 0.0
    for height in heights:
        tops.append((top, height))
        top += height + ROW_GAP
    return tops


def _arrange(
    picture: Picture, rows: Mapping[int, int], sizes: Mapping[int, tuple[float, float]]
) -> tuple[dict[int, float], dict[tuple[int, int], list[tuple[int, float]]]]:
    """The horizontal middle of each item, and where links cross the rows between."""
    if not picture.items:
        return {}, {}
    try:
        from grandalf.graphs import Edge, Vertex, graph_core  # an optional extra, and only pictures need it

        from retain_lint.reporters.pictures.timed_layout import TimedLayout
    except ImportError as error:
        raise MissingLibrary from error
    # A spine of points, one in each row, holds all parts together; events hang on it.
    spine = [_size(Vertex(row), 1, 1) for row in range(max(rows.values()) + 2)]
    vertices = {
        item.number: spine[rows[item.number]]
        if item.is_event
        else _size(Vertex(rows[item.number]), *sizes[item.number])
        for item in picture.items
    }
    links = [link for link in picture.links if not link.carried and rows[link.source] < rows[link.target]]
    edges = {(link.source, link.target): Edge(vertices[link.source], vertices[link.target]) for link in links}
    ties = [Edge(vertices[number], spine[rows[number] + 1]) for number in _find_loose_parts(picture, links)]
    along = [Edge(one, two) for one, two in zip(spine, spine[1:], strict=False)]
    core = graph_core(list(dict.fromkeys((*vertices.values(), *spine))), [*edges.values(), *ties, *along])
    layout = TimedLayout(core)
    layout.xspace, layout.dw = COLUMN_GAP, 1
    layout.init_all(inverted_edges=[])
    layout.draw(4)
    middles = {number: vertex.view.xy[0] for number, vertex in vertices.items()}
    waypoints = {
        key: [(row, vertex.view.xy[0]) for row, vertex in sorted(layout.ctrls[edge].items())[1:-1]]
        for key, edge in edges.items()
        if edge in layout.ctrls
    }
    return middles, waypoints


def _size(vertex: Any, width: float, height: float) -> Any:
    from grandalf.layouts import VertexViewer

    vertex.view = VertexViewer(width, height)
    return vertex


def _find_loose_parts(picture: Picture, links: Sequence[Link]) -> list[int]:
    """One item of each part of the picture from which no link leads to an event, the last one built."""
    part = {item.number: {item.number} for item in picture.items}
    for link in links:
        if part[link.source] is not part[link.target]:
            part[link.source] |= part[link.target]
            for number in part[link.target]:
                part[number] = part[link.source]
    events = {item.number for item in picture.items if item.is_event}
    loose = {max(numbers) for numbers in part.values() if numbers.isdisjoint(events)}
    return sorted(loose)
