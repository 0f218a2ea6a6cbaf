"""Values of our own classes as JSON, and back. Floor 5.

A dataclass or a named tuple is the list of its fields, an enumeration its value, a mapping a list of pairs. The annotations of the
fields say what is read back: a text that does not fit them raises, and nothing in it is ever run.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

T = TypeVar("T")
_PLAIN = (bool, int, str, NoneType)


class CodecError(ValueError):
    """A text that does not fit the class that it is to be read as."""


def encode(value: object) -> object:
    """A value as lists and plain values. Raises TypeError for a class that is none of those above."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, _PLAIN):
        return value
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, Mapping):
        return [[encode(key), encode(item)] for key, item in value.items()]
    if isinstance(value, tuple | frozenset):
        return [encode(item) for item in value]
    if is_dataclass(value):
        return [encode(getattr(value, field.name)) for field in fields(value)]
    raise TypeError(f"{type(value).__name__} cannot be written as JSON")


def decode(kind: type[T], data: object) -> T:
    """The value of a class that `encode` made the data from. Raises CodecError."""
    try:
        reader: Callable[[object], T] = _reader(cast(Any, kind))
        return reader(data)
    except CodecError:
        raise
    except (TypeError, ValueError, KeyError, AttributeError) as error:
        raise CodecError(str(error)) from error


@cache
def _reader(kind: Any) -> Callable[[Any], Any]:
    """What reads a type of annotation."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        (inner,) = (_reader(one) for one in arguments if one is not NoneType)
        return lambda data: None if data is None else inner(data)
    if origin is tuple and arguments[1:] == (Ellipsis,):
        return _read_all(tuple, _reader(arguments[0]))
    if origin is frozenset:
        return _read_all(frozenset, _reader(arguments[0]))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        key, value = map(_reader, arguments)
        return lambda data: {key(one): value(other) for one, other in _expect(list, data)}
    if kind is None:  # as `None` is written within other annotations
        kind = NoneType
    if kind in _PLAIN:
        return lambda data: _expect(kind, data)
    return _class_reader(kind)


def _class_reader(kind: Any) -> Callable[[Any], Any]:
    if issubclass(kind, Enum | Path):
        return lambda data: kind(data)
    hints = get_type_hints(kind)
    names = [field.name for field in fields(kind)] if is_dataclass(kind) else kind._fields
    readers = [_reader(hints[name]) for name in names]

    def read(data: object) -> object:
        return kind(*(reader(item) for reader, item in zip(readers, _expect(list, data), strict=True)))

    return read


def _read_all(make: Callable[[Any], Any], reader: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda data: make(reader(item) for item in _expect(list, data))


def _expect(kind: Any, data: Any) -> Any:
    if type(data) is not kind:
        raise CodecError(f"{kind.__name__} expected, not {type(data).__name__}")
    return data
