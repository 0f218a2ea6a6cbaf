"""Which names of items may mean the same item."""

from __future__ import annotations

import pytest

from retain_lint.domain.key_index import may_be_same
from retain_lint.domain.value import Index, Key, Known, Symbol

NETS: Key = ("parameter", "nets")
SOME = Symbol(("parameter", "name"))


def item(place: object, of: Key = NETS) -> Key:
    return ("item", of, place)


@pytest.mark.parametrize(
    "one,other",
    [
        (Known(1), Known(-1)),
        (SOME, Known("a")),
        (SOME, Known(0)),
        (Index(0, loop=1, position=0), Known(0)),
        (Index(1, loop=1, position=1), Known(5)),
        (Index(1, loop=1, position=1), Known(-1)),
        (Index(0, loop=1, position=0), Index(1, loop=2, position=1)),
    ],
)
def test_places_that_may_be_the_same(one: object, other: object) -> None:
    assert may_be_same(item(one), item(other))
    assert may_be_same(item(other), item(one))
    assert may_be_same(("attr", item(one), "encoder"), item(other))
    assert may_be_same(item(Known(0), item(one)), item(SOME, item(other)))


@pytest.mark.parametrize(
    "one,other",
    [
        (Known(0), Known(1)),
        (Known(-1), Known(-2)),
        (Known("a"), Known("b")),
        (Known("a"), Known(0)),
        (Index(0, loop=1, position=0), Known(1)),
        (Index(1, loop=1, position=1), Known(0)),
        (Index(2, loop=1, position=1, stride=2), Known(5)),
        (Index(0, loop=1, position=0), Index(1, loop=1, position=1)),
    ],
)
def test_places_that_differ(one: object, other: object) -> None:
    assert not may_be_same(item(one), item(other))
    assert not may_be_same(item(other), item(one))


def test_other_things_are_other_things() -> None:
    assert not may_be_same(item(SOME), item(Known(0), ("parameter", "others")))
    assert not may_be_same(("attr", item(SOME), "encoder"), ("attr", item(Known(0)), "head"))
    assert not may_be_same(item(SOME), ("attr", NETS, "head"))
