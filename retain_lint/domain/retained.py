"""Which calls may retain a graph still. Floor 2."""

from __future__ import annotations

from dataclasses import dataclass

from retain_lint.domain.gradients import SiteId


@dataclass(frozen=True, slots=True)
class Kept:
    """The calls that retained a node, and the time of the last of them. `perhaps`: those that did only if the node lies behind
    an unknown value."""

    sites: frozenset[SiteId]
    time: int
    perhaps: frozenset[SiteId] = frozenset()

    @property
    def calls(self) -> tuple[frozenset[SiteId], frozenset[SiteId]]:
        """Who retained it, and which of them only perhaps."""
        return self.sites, self.perhaps

    def either(self, other: Kept) -> Kept:
        """Both; a call that did for certain by either did."""
        certain = (self.sites - self.perhaps) | (other.sites - other.perhaps)
        sites = self.sites | other.sites
        return Kept(sites, max(self.time, other.time), sites - certain)
