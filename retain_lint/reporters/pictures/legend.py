"""The head of a picture: whose it is, its models and their optimisers. Floor 5."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from pathlib import PurePath

from retain_lint.domain.picture import Picture
from retain_lint.reporters.pictures.boxes import TITLE, WORD, model_width, shorten, text_width, write_model, write_text
from retain_lint.reporters.pictures.words import describe_owners
from retain_lint.reporters.visible import make_visible

LEGEND_HEIGHT = 62
_GAP = 18


def write_legend(picture: Picture, colours: Mapping[str, int]) -> tuple[str, float]:
    """The elements of the head, and its width."""
    title = make_visible(" \u00b7 ".join(filter(None, [PurePath(picture.path).name, picture.function])))
    said, width = [write_text("head", 0, 13, title)], text_width(title, TITLE)
    x = 0.0
    for model in picture.models:
        owned = f" {shorten(describe_owners(model))}"
        said.append(write_text("word", x, 38, "", f"{write_model(model.name, colours)}{escape(owned)}"))
        x += model_width(model.name) + text_width(owned, WORD) + _GAP
    if any(link.carried for link in picture.links):
        said.append(write_text("word", x, 38, "- - carried into the next iteration"))
        x += text_width("- - carried into the next iteration", WORD)
    return "".join(said), max(x, width)
