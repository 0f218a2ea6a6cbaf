"""Footprints as JSON, and whether one still holds. Floor 5."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from retain_lint.project.caller_search import search_callers
from retain_lint.project.files import Files, Footprint, Search, SearchKind
from retain_lint.project.importer_search import describe_surroundings, search_importers


def write_footprint(footprint: Footprint) -> str:
    """The footprint as JSON."""
    searches = [[s.path, s.names, s.calls, s.found, s.surroundings, s.kind] for s in footprint.searches]
    return json.dumps([footprint.checked, footprint.contents, footprint.names, searches], separators=(",", ":"))


def read_footprint(text: str) -> Footprint:
    """The footprint of a text that `write_footprint` made."""
    checked, contents, names, found = json.loads(text)
    searches = {
        Search(path, tuple(names), tuple(calls), tuple(files), around, SearchKind(kind)): None
        for path, names, calls, files, around, kind in found
    }
    return Footprint(checked, contents, names, searches)


def confirm(footprint: Footprint, files: Files) -> Footprint | None:
    """The footprint as it is now, if an analysis would see the same files; None if it would not."""
    looked_up = ((folder, name, kind) for folder, names in footprint.names.items() for name, kind in names.items())
    if any(files.look_up(folder, name) != kind for folder, name, kind in looked_up):
        return None
    if any(files.digest(Path(path)) != digest for path, digest in footprint.contents.items()):
        return None
    searches = [_repeat(search, files) for search in footprint.searches]
    if any(new.found != old.found for new, old in zip(searches, footprint.searches, strict=True)):
        return None
    return replace(footprint, searches=dict.fromkeys(searches))


def _repeat(search: Search, files: Files) -> Search:
    """The search as it would end now; it is done only if any of the searched files has changed."""
    path = Path(search.path)
    if describe_surroundings(path, files) == search.surroundings:
        return search
    if search.kind is SearchKind.IMPORTERS:
        return search_importers(path, search.names, files, search.calls)
    return search_callers(path, search.names[0], files, search.kind)
