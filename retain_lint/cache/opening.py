"""Which cache a run uses. Floor 5."""

from __future__ import annotations

from pathlib import Path

from retain_lint.cache.results import Cache
from retain_lint.cache.store import Store
from retain_lint.configuration.options import Settings
from retain_lint.project.importer_search import ROOT_MARKERS

_NAME = ".retain_lint_cache"


def open_cache(settings: Settings, *, pictures: bool = False, noqa: bool = True) -> Cache:
    """The cache of a run under these settings. Nothing is read or made yet."""
    return Cache(Store(find_cache_folder(settings)), pictures, noqa)


def find_cache_folder(settings: Settings) -> Path:
    """The folder of `cache-dir`; unless it is said, one at the top of the project."""
    if settings.cache_dir is not None:
        return settings.cache_dir
    around = (settings.root, *settings.root.parents)
    top = next((one for one in around if any((one / name).exists() for name in ROOT_MARKERS)), settings.root)
    return top / _NAME
