"""The `graph` command: the picture of a file, or of one of its functions. Floor 6."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from retain_lint.configuration.values import ConfigError
from retain_lint.domain.picture import Picture
from retain_lint.reporters.pictures.dot import render_dot
from retain_lint.reporters.pictures.layout import MissingLibrary
from retain_lint.reporters.pictures.mermaid import render_mermaid
from retain_lint.reporters.pictures.svg import render_svg
from retain_lint.runner import Runner

RENDERERS = {"svg": render_svg, "dot": render_dot, "mermaid": render_mermaid}
_SUFFIXES = {".svg": "svg", ".dot": "dot", ".gv": "dot", ".mmd": "mermaid", ".mermaid": "mermaid"}


def draw_graph(arguments: argparse.Namespace) -> int:
    """Writes the picture and returns 0. Raises ConfigError with one line for the user."""
    file, _, function = arguments.target.partition("::")
    result = Runner(pictures=True).check_file(Path(file))
    pictures = choose_pictures(result.pictures, function)
    if not pictures and result.errors:
        raise ConfigError(str(result.errors[0]))
    if not pictures:
        raise ConfigError(_explain_nothing(file, function, result.pictures))
    try:
        text = RENDERERS[_choose_format(arguments)](pictures)
    except MissingLibrary as error:
        raise ConfigError(
            "SVG needs grandalf: `pip install 'retain-lint[graph]'`; `--output-format dot` and `mermaid` need nothing"
        ) from error
    return _write(text, arguments.output_file)


def choose_pictures(pictures: Sequence[Picture], function: str) -> list[Picture]:
    """The pictures of the functions of that name, qualified or not; all of them without a name."""
    if not function:
        return list(pictures)
    exact = [picture for picture in pictures if picture.function == function]
    return exact or [picture for picture in pictures if picture.function.rpartition(".")[2] == function]


def _choose_format(arguments: argparse.Namespace) -> str:
    """By the option, or the file's name. Raises ConfigError for a name that ends like no format, such as `.png`."""
    chosen: str | None = arguments.output_format
    file: Path | None = arguments.output_file
    if chosen is not None or file is None or not file.suffix:
        return chosen or "svg"
    suffix = file.suffix.lower()
    if suffix not in _SUFFIXES:
        known = ", ".join(_SUFFIXES)
        raise ConfigError(f"--output-file: {file}: no format ends in `{suffix}` (known: {known})")
    return _SUFFIXES[suffix]


def _explain_nothing(file: str, function: str, pictures: Sequence[Picture]) -> str:
    if not pictures:
        return f"{file}: nothing to draw: no engine call was reached"
    known = ", ".join(f"`{file}::{picture.function}`" for picture in pictures if picture.function)
    return f"{file}: no engine call was reached in `{function}`" + (f" (there is {known})" if known else "")


def _write(text: str, path: Path | None) -> int:
    if path is None:
        sys.stdout.write(text)
        return 0
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise ConfigError(f"--output-file: {path}: {error.strerror or error}") from error
    return 0
