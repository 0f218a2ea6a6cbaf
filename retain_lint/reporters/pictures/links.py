"""The lines of a picture: inputs, what an engine call starts from, what an iteration hands to the next. Floor 5."""

from __future__ import annotations

from collections.abc import Sequence

from retain_lint.domain.picture import Link
from retain_lint.reporters.pictures.boxes import write_text
from retain_lint.reporters.pictures.layout import Box, Point

_TIP = 7
_CORNER = 10


def write_link(
    link: Link, source: Box, target: Box, entry: float, route: Sequence[Point], lane: float, is_event: bool, warm: bool
) -> str:
    """The elements of a link. `entry` is where it enters the top of its target; `lane` the place left of all boxes where a carried one
    goes up again."""
    colour = " warm" if warm else ""
    if link.carried:
        return _write_carried(source, target, lane, colour)
    start = (source.middle, source.y + source.height)
    if is_event:
        return _write_run(start, route, target, colour)
    end = (entry, target.y)
    path = _curve([start, *route, (end[0], end[1] - _TIP)])
    if link.cut:
        said = write_text("word", end[0] + 6, end[1] - 5, "detach")
        return f'<path class="link cut" d="{path}"/>{_tip(end, (0, 1), "")}{said}'
    return f'<path class="link{colour}" d="{path}"/>{_tip(end, (0, 1), colour)}'


def _curve(points: Sequence[Point]) -> str:
    """A smooth line through points, vertical at each of them."""
    said = [f"M{points[0][0]:g} {points[0][1]:g}"]
    for (x, y), (to_x, to_y) in zip(points, points[1:], strict=False):
        half = (y + to_y) / 2
        said.append(
            f"L{to_x:g} {to_y:g}" if abs(x - to_x) < 0.5 else f"C{x:g} {half:g} {to_x:g} {half:g} {to_x:g} {to_y:g}"
        )
    return "".join(said)


def _write_run(start: Point, route: Sequence[Point], target: Box, colour: str) -> str:
    """From a loss down to the row of its engine call, and over to it."""
    end = (target.x, target.y + target.height / 2)
    points = [start, *route]
    x, _ = points[-1]
    down = _curve([*points, (x, end[1] - _CORNER)])
    across = f"Q{x:g} {end[1]:g} {x + _CORNER:g} {end[1]:g}L{end[0] + 4 - _TIP:g} {end[1]:g}"
    return f'<path class="link{colour}" d="{down}{across}"/>{_tip((end[0] + 4, end[1]), (1, 0), colour)}'


def _write_carried(source: Box, target: Box, lane: float, colour: str) -> str:
    """Out of the left side, up, and in at the left side of what the next iteration makes of it."""
    low, high = source.y + source.height * 0.75, target.y + target.height * 0.3
    path = (
        f"M{source.x:g} {low:g}L{lane + _CORNER:g} {low:g}Q{lane:g} {low:g} {lane:g} {low - _CORNER:g}"
        f"L{lane:g} {high + _CORNER:g}Q{lane:g} {high:g} {lane + _CORNER:g} {high:g}L{target.x - _TIP:g} {high:g}"
    )
    title = "<title>carried into the next iteration</title>"
    return f'<path class="link carried{colour}" d="{path}">{title}</path>{_tip((target.x, high), (1, 0), colour)}'


def _tip(end: Point, direction: Point, colour: str) -> str:
    """An arrow's head, pointing right or down."""
    (x, y), (right, down) = end, direction
    back_x, back_y = x - _TIP * right, y - _TIP * down
    wide_x, wide_y = 4 * down, 4 * right
    points = f"{x:g},{y:g} {back_x - wide_x:g},{back_y - wide_y:g} {back_x + wide_x:g},{back_y + wide_y:g}"
    return f'<polygon class="tip{colour}" points="{points}"/>'
