"""What was read from a file: data, until it is called as only a model or a function can be; and what goes through data. Floor 2."""

from __future__ import annotations

from retain_lint.domain.value import Symbol

#: the name of such a value
LOADED = "loaded"
#: the name of a data set or a loader, whose elements are data
LOADER = "loader"
_STEPS = frozenset({"attr", "item", "element"})


def is_loaded(value: object) -> bool:
    """Was it read from a file, or found in what was?"""
    key = value.key if isinstance(value, Symbol) else ()
    while key and key[0] in _STEPS and isinstance(key[1], tuple):
        key = key[1]
    return key[:1] == (LOADED,)
