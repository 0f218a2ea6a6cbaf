"""The names of the unknown values that joins make. Floor 2."""

from __future__ import annotations

from typing import TypeGuard

from retain_lint.domain.value import Key, Symbol, Tuple, Value
from retain_lint.domain.value_numbers import Fresh

#: begins the name of a value that is one of two
MADE = "joined"
#: begins the name of a number that an iteration changes
BLURRED = "blurred"
#: of a number or flag that was another one on each of several paths
SEVERAL = "several"
#: ends it where that may be an object with graphs of its own
OPEN = "open"
#: stands before that where one of the objects keeps what it has computed
KEEPS = "keeps"
#: begins the key of what may be any of several models
MODEL = "model"
#: ends it where these models are also known by themselves
EITHER = "either"


def name_open(number: int, known: Tuple | None, keeps: bool = False) -> Symbol:
    """A value that may be an object with graphs of its own: one of those that are `known`, if any are."""
    return Symbol((MADE, Fresh(number), *(() if known is None else (known,)), *((KEEPS,) if keeps else ()), OPEN))


def may_keep(value: Value) -> TypeGuard[Symbol]:
    """Is it one of several objects, one of which keeps what it has computed?"""
    return isinstance(value, Symbol) and value.key[0] == MADE and KEEPS in value.key[2:]


def is_open(value: Symbol) -> bool:
    """May it be an object with graphs of its own?"""
    return value.key[-1] == OPEN or is_any_model(value)


def is_any_model(value: Value | None) -> TypeGuard[Symbol]:
    """Is it one of several models, not known which?"""
    return isinstance(value, Symbol) and value.key[0] == MODEL


def is_element_of_model(key: Key) -> bool:
    """Is it the key of an element of one of several containers of modules or parameters?"""
    return key[0] == "item" and isinstance(key[1], tuple) and key[1][0] == MODEL


def is_lost(key: Key) -> bool:
    """Is it the key of what is one of several objects, or an attribute of that? What a call of it does is lost from sight."""
    while key[0] == "attr":
        key = key[1]  # type: ignore[assignment]
    return key[0] == MADE and key[-1] == OPEN
