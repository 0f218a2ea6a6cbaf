"""The names of leaves, found by the names of what they are parts of, and of their own parts. Floor 2.

Each optimiser step and each opaque call asks for relatives; to compare a name with all others each time grew with their product.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from retain_lint.domain.value import Address, Key


def owners_of(key: Key) -> Iterator[Key]:
    """The names of what an attribute or an item is a part of, the closest first."""
    while key[0] in ("attr", "item") and isinstance(key[1], tuple):
        key = key[1]
        yield key


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

    def above(self, key: Key) -> list[Address]:
        """The leaves that stand for what the one of this name is a part of."""
        return [address for owner in owners_of(key) for address in self._named.get(owner, ())]
