"""A picture as text for Mermaid, which GitHub and GitLab draw in Markdown. Floor 5."""

from __future__ import annotations

from collections.abc import Sequence

from retain_lint.domain.picture import Item, ItemKind, Picture
from retain_lint.reporters.pictures.words import describe_item, describe_model
from retain_lint.reporters.visible import make_visible

_BRACKETS = {
    ItemKind.TENSOR: ("(", ")"),
    ItemKind.LOSS: ("([", "])"),
    ItemKind.ENGINE: ("[[", "]]"),
    ItemKind.STEP: ("[", "]"),
    ItemKind.CLEAR: ("[", "]"),
}
# What Mermaid or the HTML that it makes would take for its own.
_ENTITIES = {ord(c): f"#{ord(c)};" for c in '"#&;<>`|[](){}\\%'}


def render_mermaid(pictures: Sequence[Picture]) -> str:
    """One flowchart, a subgraph for each function; events are in a chain, so that time runs down."""
    lines = ["flowchart TB"]
    for number, picture in enumerate(pictures):
        lines.append(f'  subgraph p{number}["{_escape(picture.function or picture.path)}"]')
        lines += [f"    {line}" for line in _write_items(number, picture)]
        lines.append("  end")
    return "\n".join([*lines, ""])


def _write_items(number: int, picture: Picture) -> list[str]:
    events = [item for item in picture.items if item.is_event]
    lines = [f'm{number}_{place}>"{_escape(describe_model(model))}"]' for place, model in enumerate(picture.models)]
    lines += [_write_item(number, item) for item in picture.items]
    for link in picture.links:
        arrow = '-. "next iteration" .->' if link.carried else '-. "detach" .->' if link.cut else "-->"
        lines.append(f"n{number}_{link.source} {arrow} n{number}_{link.target}")
    for one, two in zip(events, events[1:], strict=False):
        lines.append(f"n{number}_{one.number} -.- n{number}_{two.number}")
    return lines


def _write_item(number: int, item: Item) -> str:
    opening, closing = _BRACKETS[item.kind]
    label = "<br/>".join(map(_escape, describe_item(item)))
    return f'n{number}_{item.number}{opening}"{label}"{closing}'


def _escape(text: str) -> str:
    return make_visible(text).translate(_ENTITIES)
