"""What messages call the parameters of several modules. Floor 3."""

from __future__ import annotations

from collections.abc import Iterable
from os.path import commonprefix


def name_owner(paths: Iterable[str]) -> str:
    """The smallest module that all of them are in; of several variables the first one's."""
    parts = [_split(path) for path in paths if path]
    return ".".join(commonprefix([part for part in parts if part[0] == parts[0][0]])) if parts else ""


def _split(path: str) -> list[str]:
    """The name of a variable, or of an attribute of `self`, and of the modules inside it."""
    parts = path.split(".")
    return [".".join(parts[:2]), *parts[2:]] if parts[0] == "self" else parts
