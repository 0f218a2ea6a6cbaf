"""The names of leaves, found by the names of what they are parts of, and of their own parts. Floor 2.

Each optimiser step and each opaque call asks for relatives; to compare a name with all others each time grew with their product.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Set
from dataclasses import dataclass, field

from retain_lint.domain.value import Address, Index, Key, Known, Symbol, Value

#: how a name goes on to a part
STEPS = frozenset({"attr", "item", "element"})
#: to one that is always the same
_NAMED_STEPS = ("attr", "item")


def owners_of(key: Key) -> Iterator[Key]:
    """The names of what an attribute or an item is a part of, the closest first."""
    while key[0] in _NAMED_STEPS and isinstance(key[1], tuple):
        key = key[1]
        yield key


def belongs_to(key: Key, names: Set[Key]) -> bool:
    """Is it one of these names, or that of a part of what has one?"""
    return key in names or not names.isdisjoint(owners_of(key))


def owner_of(key: Key) -> Key:
    """The name of the object that an attribute or an element belongs to; of an object that is seen, the attribute's own."""
    while key[0] in STEPS and isinstance(key[1], tuple) and key[1][0] != "object":
        key = key[1]
    return key


def is_given(value: Value) -> bool:
    """Is it what a function was given, or a part of that, and not known to be data?"""
    return isinstance(value, Symbol) and not value.plain and owner_of(value.key)[0] == "parameter"


def may_be_same(key: Key, other: Key) -> bool:
    """May two names mean the same thing, or one of them a part of the other's? Items of one container may, unless their
    places are sure to differ: `nets[-1]` may be `nets[1]`."""
    (root, *steps), (other_root, *others) = path_of(key), path_of(other)
    return root == other_root and all(
        mine[0] == its[0] and (mine[-1] == its[-1] or mine[0] == "item" and not _differ(mine[-1], its[-1]))
        for mine, its in zip(steps, others, strict=False)
    )


def path_of(key: Key) -> list[Key]:
    """The name of a thing, behind those of what it is a part of, the whole first."""
    return [key, *owners_of(key)][::-1]


def _differ(place: object, other: object) -> bool:
    """Are these never the same place of a container?"""
    if isinstance(place, Index) and isinstance(other, Index):
        return place.loop == other.loop and place.value != other.value
    if isinstance(other, Index):
        place, other = other, place
    if not isinstance(other, Known) or not isinstance(place, (Known, Index)):
        return False
    number, its = place.value, other.value
    if not isinstance(number, int) or not isinstance(its, int):
        return number != its
    if number < 0 or its < 0:
        return number < 0 and its < 0 and number != its
    return number != its if isinstance(place, Known) else not _comes_to(place, its)


def _comes_to(index: Index, number: int) -> bool:
    """May a running index, which stands for later ones too, be that number?"""
    distance = number - index.value
    return distance == 0 or index.position > 0 and distance * index.stride > 0 and distance % index.stride == 0


@dataclass(slots=True)
class KeyIndex:
    """Names that only grow in number, mostly those of leaves."""

    _keys: dict[Address, Key] = field(default_factory=dict)
    _named: dict[Key, list[Address]] = field(default_factory=lambda: defaultdict(list))
    _beneath: dict[Key, list[Address]] = field(default_factory=lambda: defaultdict(list))
    _holders: set[Key] = field(default_factory=set)

    def name_leaf(self, address: Address, key: Key) -> None:
        """A leaf has this name for good."""
        if address not in self._keys:
            self._keys[address] = key
            self._named[key].append(address)
            self._note_owners(key, [address])

    def note_holder(self, key: Key) -> None:
        """What has this name may hold leaves."""
        if key not in self._holders:
            self._holders.add(key)
            self._note_owners(key, [])

    def _note_owners(self, key: Key, addresses: list[Address]) -> None:
        for owner in owners_of(key):
            self._beneath[owner].extend(addresses)

    def get(self, address: Address) -> Key | None:
        """The name of a leaf."""
        return self._keys.get(address)

    def is_holder(self, key: Key) -> bool:
        """May what has this name hold leaves?"""
        return key in self._holders

    def has_relative(self, key: Key) -> bool:
        """Is it the name of a leaf or a holder, of a part of one, or of what one is a part of?"""
        return key in self._beneath or any(
            name in self._named or name in self._holders for name in (key, *owners_of(key))
        )

    def beneath(self, key: Key) -> list[Address]:
        """The leaves that are parts of what has this name."""
        return self._beneath.get(key, [])

    def doubles(self, key: Key) -> Iterator[Address]:
        """The leaves of items that may be the same as the one of this name, at any place of its container."""
        steps = (name for name in path_of(key) if name[0] == "item")
        container = next((name[1] for name in steps if isinstance(name[1], tuple)), ())
        leaves = self._beneath.get(container, ())
        return (leaf for leaf in leaves if may_be_same(self._keys[leaf], key))

    def above(self, key: Key) -> list[Address]:
        """The leaves that stand for what the one of this name is a part of."""
        return [address for owner in owners_of(key) for address in self._named.get(owner, ())]
