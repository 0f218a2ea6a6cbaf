"""Relatives of names: what an attribute is a part of, and what is a part of it."""

from retain_lint.domain.key_index import KeyIndex, owners_of

NET = ("parameter", "train", 0, "net")
HEAD = ("attr", NET, "head")
LAYER = ("item", HEAD, 0)
OTHER = ("attr", ("parameter", "train", 0, "other"), "head")


def test_owners() -> None:
    assert list(owners_of(LAYER)) == [HEAD, NET]
    assert list(owners_of(NET)) == []


def test_leaves_above_and_beneath() -> None:
    names = KeyIndex()
    for address, key in ((1, NET), (2, LAYER), (3, OTHER)):
        names.name_leaf(address, key)
    assert (names.above(LAYER), names.beneath(NET)) == ([1], [2])
    assert (names.above(NET), names.beneath(LAYER), names.beneath(OTHER)) == ([], [], [])


def test_a_name_is_for_good() -> None:
    names = KeyIndex()
    names.name_leaf(1, NET)
    names.name_leaf(1, OTHER)
    assert names.get(1) == NET and not names.has_relative(OTHER)


def test_relatives() -> None:
    names = KeyIndex()
    names.note_holder(HEAD)
    assert names.is_holder(HEAD) and not names.is_holder(NET)
    assert all(names.has_relative(key) for key in (NET, HEAD, LAYER))
    assert not names.has_relative(OTHER)
