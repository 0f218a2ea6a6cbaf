"""A picture as SVG: boxes for what is built, a column of events at the right, time running down. Floor 5."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from retain_lint.domain.picture import Picture
from retain_lint.reporters.pictures.boxes import EVENT_INDENT, measure, write_box
from retain_lint.reporters.pictures.focus import NO_FOCUS, Focus
from retain_lint.reporters.pictures.layout import Box, Layout, place_items
from retain_lint.reporters.pictures.legend import LEGEND_HEIGHT, write_legend
from retain_lint.reporters.pictures.links import write_link
from retain_lint.reporters.pictures.theme import DARK, LIGHT, PICTURE_CSS, spell_colours, write_variables
from retain_lint.reporters.visible import make_visible

_MARGIN, _LANE = 20, 16


def render_svg(pictures: Sequence[Picture]) -> str:
    """A drawing of its own, one picture below the other; it follows the reader's light or dark scheme. Raises MissingLibrary."""
    drawn = [draw_picture(picture) for picture in pictures]
    width = max((size[0] for _, size in drawn), default=1)
    parts, top = [], 0.0
    for body, (_, height) in drawn:
        parts.append(f'<g transform="translate(0 {top:g})">{body}</g>')
        top += height
    style = f"svg{{{write_variables(LIGHT)}}}@media (prefers-color-scheme:dark){{svg{{{write_variables(DARK)}}}}}"
    style += spell_colours(PICTURE_CSS)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="rl" width="{width:g}" height="{top:g}" '
        f'viewBox="0 0 {width:g} {top:g}" role="img"><title>{_escape(_title(pictures))}</title><style>{style}</style>'
        f'<rect class="page" width="100%" height="100%"/>{"".join(parts)}</svg>\n'
    )


def render_inline(picture: Picture, focus: Focus) -> str:
    """A drawing for a page that has PICTURE_CSS and the colours. Raises MissingLibrary."""
    body, (width, height) = draw_picture(picture, focus)
    label = f"What {picture.function or 'the module'} builds and sends backward, in order of time"
    return (
        f'<svg class="rl" style="--natural:{width:g}px" width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}" role="img" '
        f'aria-label="{_escape(label)}">{body}</svg>'
    )


def draw_picture(picture: Picture, focus: Focus = NO_FOCUS) -> tuple[str, tuple[float, float]]:
    """The elements of a picture, and its width and height."""
    colours = {model.name: number for number, model in enumerate(picture.models)}
    layout = place_items(picture, measure)
    lanes = sum(link.carried for link in picture.links)
    legend, legend_width = write_legend(picture, colours)
    left, top = _MARGIN + lanes * _LANE, _MARGIN + LEGEND_HEIGHT
    body = [
        _write_spine(picture, layout),
        *_write_links(picture, layout, focus),
        *(write_box(item, layout.boxes[item.number], colours, focus) for item in picture.items),
    ]
    width = max(left + layout.width + _MARGIN, legend_width + 2 * _MARGIN)
    head = f'<g transform="translate({_MARGIN} {_MARGIN})">{legend}</g>'
    return (
        f'{head}<g transform="translate({left:g} {top:g})">{"".join(body)}</g>',
        (width, top + layout.height + _MARGIN),
    )


def _write_links(picture: Picture, layout: Layout, focus: Focus) -> list[str]:
    entries = _spread_entries(picture, layout)
    lane = 0
    written = []
    for link, route in layout.routes:
        lane += link.carried
        source, target = layout.boxes[link.source], layout.boxes[link.target]
        entry = entries.get((link.source, link.target), target.middle)
        is_event = picture.items[link.target].is_event
        written.append(write_link(link, source, target, entry, route, -_LANE * lane, is_event, focus.is_warm(link)))
    return written


def _spread_entries(picture: Picture, layout: Layout) -> Mapping[tuple[int, int], float]:
    """Where links enter the top of their box: side by side, in the order in which they come."""
    arrivals: dict[int, list[tuple[float, int]]] = {}
    for link, route in layout.routes:
        if not link.carried and not picture.items[link.target].is_event:
            x = route[-1][0] if route else layout.boxes[link.source].middle
            arrivals.setdefault(link.target, []).append((x, link.source))
    return {
        (source, target): layout.boxes[target].x + layout.boxes[target].width * (place + 1) / (len(coming) + 1)
        for target, coming in arrivals.items()
        for place, (_, source) in enumerate(sorted(coming))
    }


def _write_spine(picture: Picture, layout: Layout) -> str:
    """The line that the events hang on."""
    boxes = [layout.boxes[item.number] for item in picture.items if item.is_event]
    if len(boxes) < 2:
        return ""
    x = boxes[0].x + EVENT_INDENT / 2
    return f'<line class="spine" x1="{x:g}" x2="{x:g}" y1="{_middle(boxes[0]):g}" y2="{_middle(boxes[-1]):g}"/>'


def _middle(box: Box) -> float:
    return box.y + box.height / 2


def _title(pictures: Sequence[Picture]) -> str:
    return ", ".join(picture.function or "module" for picture in pictures)


def _escape(text: str) -> str:
    return escape(make_visible(text))
