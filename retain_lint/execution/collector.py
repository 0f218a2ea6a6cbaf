"""How often the garbage collector runs. Floor 5."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

#: as many new objects as a large analysis holds at once
_YOUNG = 50_000


@contextmanager
def rare_collections() -> Iterator[None]:
    """While an analysis runs. Its states are many objects that live long, and hardly any garbage needs the collector: with Python's own
    threshold it takes up to a quarter of the time, and the memory is the same."""
    young, *older = gc.get_threshold()
    gc.set_threshold(max(young, _YOUNG) if young else young, *older)
    try:
        yield
    finally:
        gc.set_threshold(young, *older)
