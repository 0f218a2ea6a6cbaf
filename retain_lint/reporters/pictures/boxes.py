"""The box of one item: its name, its text, the models that it uses. Floor 5."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from html import escape

from retain_lint.domain.picture import Item, ItemKind
from retain_lint.reporters.pictures.focus import Focus
from retain_lint.reporters.pictures.layout import Box
from retain_lint.reporters.pictures.theme import MODEL_COLOURS
from retain_lint.reporters.pictures.words import VERBS, describe_place
from retain_lint.reporters.visible import make_visible

#: the widths of characters: of titles, of names, of code, of other words
TITLE, NAME, CODE, WORD = 9.4, 7.9, 6.7, 5.8
_PADDING, _LINE, _LONGEST = 12, 17, 34
#: how far the box of an event stands from the spine
EVENT_INDENT = 26
_GLYPHS = {ItemKind.ENGINE: "\u2207", ItemKind.STEP: "\u0394", ItemKind.CLEAR: "0"}


def shorten(text: str, longest: int = _LONGEST) -> str:
    """The text with its end left out when it is long, harmless to show."""
    text = make_visible(text)
    return text if len(text) <= longest else f"{text[: longest - 1]}\u2026"


def text_width(text: str, character: float) -> float:
    """How wide a text is, wide characters counted twice."""
    return character * sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def measure(item: Item) -> tuple[float, float]:
    """The width and height of an item's box."""
    lines = [text_width(shorten(item.title), NAME), text_width(_second_line(item), CODE)]
    if item.models:
        lines.append(text_width(VERBS[item.kind], WORD) + sum(map(model_width, item.models)))
    width = max(lines) + 2 * _PADDING + (EVENT_INDENT if item.is_event else 0)
    return width, 2 * 7 + len(lines) * _LINE + 2


def write_box(item: Item, box: Box, colours: Mapping[str, int], focus: Focus) -> str:
    """The elements of an item."""
    indent = EVENT_INDENT if item.is_event else 0
    kinds = "event" if item.is_event else "box loss" if item.kind is ItemKind.LOSS else "box"
    hot = " hot" if item.number in focus.hot else ""
    x, y = box.x + indent, box.y
    said = [
        f"<g><title>{escape(make_visible(item.text))}</title>",
        f'<rect class="{kinds}{hot}" x="{x:g}" y="{y:g}" width="{box.width - indent:g}" height="{box.height:g}" rx="6"/>',
        write_text("code", x + _PADDING, y + 7 + 13, shorten(item.title)),
        write_text("small", x + _PADDING, y + 7 + 13 + _LINE, _second_line(item)),
    ]
    if item.models:
        models = "".join(write_model(model, colours) for model in item.models)
        said.append(write_text("word", x + _PADDING, y + 7 + 13 + 2 * _LINE, VERBS[item.kind], models))
    if item.is_event:
        said.append(_write_knob(item, box))
    said += _write_marks(item, x, y, focus)
    return "".join([*said, "</g>"])


def write_model(model: str, colours: Mapping[str, int]) -> str:
    """A model's name after a dot of its colour, for use inside a text."""
    return f'<tspan class="small m{colours.get(model, 0) % MODEL_COLOURS}"> \u25cf {escape(shorten(model))}</tspan>'


def model_width(model: str) -> float:
    """How much room that takes."""
    return text_width(f" * {shorten(model)}", CODE)


def _second_line(item: Item) -> str:
    """The place, after the expression if the item has a name of its own."""
    place = describe_place(item)
    return f"{shorten(item.text, _LONGEST - 4)}  \u00b7  {place}" if item.name else place


def _write_knob(item: Item, box: Box) -> str:
    x, y = box.x + EVENT_INDENT / 2, box.y + box.height / 2
    kind = "engine" if item.kind is ItemKind.ENGINE else ""
    return f'<circle class="knob {kind}" cx="{x:g}" cy="{y:g}" r="9"/>' + write_text(
        f"glyph {kind}", x, y + 4, _GLYPHS[item.kind]
    )


def _write_marks(item: Item, x: float, y: float, focus: Focus) -> list[str]:
    written = []
    for place, number in enumerate(focus.marks.get(item.number, ())):
        centre = x + 4 + 19 * place
        main = " main" if number == focus.main else ""
        written.append(f'<circle class="mark{main}" cx="{centre:g}" cy="{y:g}" r="9"/>')
        written.append(write_text("digit", centre, y + 3.5, str(number)))
    return written


def write_text(kind: str, x: float, y: float, text: str, more: str = "") -> str:
    """A line of text of a class of the theme; `more` are elements that follow it."""
    return f'<text class="{kind}" x="{x:g}" y="{y:g}" xml:space="preserve">{escape(text)}{more}</text>'
