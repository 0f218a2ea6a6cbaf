"""A picture as text for Graphviz. Floor 5."""

from __future__ import annotations

from collections.abc import Sequence

from retain_lint.domain.picture import Item, ItemKind, Picture
from retain_lint.reporters.pictures.words import describe_item, describe_model
from retain_lint.reporters.visible import make_visible

_SHAPES = {
    ItemKind.TENSOR: "shape=box, style=rounded",
    ItemKind.LOSS: 'shape=box, style="rounded,bold"',
    ItemKind.ENGINE: "shape=box, style=filled, fillcolor=black, fontcolor=white",
    ItemKind.STEP: "shape=box, style=filled, fillcolor=grey85",
    ItemKind.CLEAR: "shape=box, style=filled, fillcolor=white",
}


def render_dot(pictures: Sequence[Picture]) -> str:
    """One graph, a cluster for each function; events are in a chain, so that time runs down."""
    body = [line for number, picture in enumerate(pictures) for line in _cluster(number, picture)]
    settings = ['node [fontname="monospace", fontsize=11]', "edge [fontsize=10]", "rankdir=TB"]
    return "\n".join(["digraph retain_lint {", *(f"  {line};" for line in settings), *body, "}", ""])


def _cluster(number: int, picture: Picture) -> list[str]:
    events = [item for item in picture.items if item.is_event]
    lines = [f"  subgraph cluster_{number} {{", f"    label={_quote(picture.function or picture.path)};"]
    lines += [
        f"    m{number}_{place} [label={_quote(describe_model(model))}, shape=plaintext];"
        for place, model in enumerate(picture.models)
    ]
    lines += [f"    {_name(number, item)} [label={_label(item)}, {_SHAPES[item.kind]}];" for item in picture.items]
    for link in picture.links:
        extra = ' [style=dashed, constraint=false, label="next iteration"]' if link.carried else ""
        extra = ' [style=dotted, label="detach"]' if link.cut else extra
        lines.append(f"    n{number}_{link.source} -> n{number}_{link.target}{extra};")
    for one, two in zip(events, events[1:], strict=False):
        lines.append(f"    {_name(number, one)} -> {_name(number, two)} [style=dotted, arrowhead=none, weight=4];")
    return [*lines, "  }"]


def _name(number: int, item: Item) -> str:
    return f"n{number}_{item.number}"


def _label(item: Item) -> str:
    return _quote("\n".join(describe_item(item)))


def _quote(text: str) -> str:
    lines = (make_visible(line).replace("\\", "\\\\").replace('"', '\\"') for line in text.split("\n"))
    return '"' + "\\n".join(lines) + '"'
