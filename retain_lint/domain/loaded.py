"""What was read from a file, data until it is called as only a model or a function can be; options; and what goes through data.
Floor 2."""

from __future__ import annotations

from retain_lint.domain.value import Key, Known, Symbol

#: the name of such a value
LOADED = "loaded"
#: the name of a data set or a loader, whose elements are data
LOADER = "loader"
#: the names of parameters that hold options: what is found in them is no tensor, where it is computed with
_OPTIONS = frozenset({"args", "cfg", "conf", "config", "configs", "flags", "hparams", "hps", "options", "opts"})
_STEPS = frozenset({"attr", "item", "element"})


def is_loaded(value: object) -> bool:
    """Was it read from a file, or found in what was?"""
    key = value.key if isinstance(value, Symbol) else ()
    while key and key[0] in _STEPS and isinstance(key[1], tuple):
        key = key[1]
    return key[:1] == (LOADED,)


def is_option(key: Key) -> bool:
    """Is it an attribute or an item, under a constant, of what an entry point was given as its options?"""
    found = False
    while key[0] in ("attr", "item") and isinstance(key[1], tuple) and isinstance(key[2], (str, Known)):
        key, found = key[1], True
    return found and key[0] == "parameter" and key[-1] in _OPTIONS
