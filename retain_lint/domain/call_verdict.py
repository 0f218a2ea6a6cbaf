"""What is decided about each engine call, and why not, where it is not. Floor 2.

Invariant: a call that retains its graph is needed, or reported, or undecided; silence always has a reason.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from retain_lint.domain.call_site import CallSite
from retain_lint.source import Location


class Verdict(Enum):
    """What an engine call is, the worst first: a call may be several, such as `wasted` and `needed`."""

    RAISES = "raises"
    STALE = "stale"
    UNNECESSARY = "unnecessary"
    REDUNDANT = "redundant"
    LEAKS = "leaks"
    WASTED = "wasted"
    NEEDED = "needed"
    FINE = "fine"
    UNDECIDED = "undecided"


class Reason(Enum):
    """Why nothing is known of a call. What stands before the slash is the group that statistics count."""

    STEPS = "budget/instructions"
    PATHS = "budget/paths"
    DEPTH = "budget/call-depth"
    IMPORTERS = "budget/importers"
    FILE_SIZE = "budget/file-size"
    NO_CALLER = "no-caller"
    UNREACHED = "unreached"
    TO_OPAQUE_CODE = "escaped/to-opaque-code"
    TO_CALLER = "escaped/to-caller"
    TO_GENERATOR = "escaped/to-generator"
    TO_HANDLER = "escaped/to-handler"
    TO_HOOK = "escaped/to-hook"
    TO_OBJECT = "escaped/to-object"
    FROM_CALLER = "escaped/from-caller"
    ALIAS = "escaped/alias"
    OPAQUE = "opaque-callee"
    NO_GRAPH = "no-graph"
    UNKNOWN_FLAG = "unknown-flag"
    NOT_TORCH = "not-torch"
    SYNTAX = "syntax-error"

    @property
    def group(self) -> str:
        """The kind of reason."""
        return self.value.partition("/")[0]


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why a call is undecided: the reason, and the place that it is due to, where there is one."""

    reason: Reason
    where: Location | None = None


@dataclass(frozen=True, slots=True)
class CallVerdict:
    """All that is decided about one engine call: `verdicts`, the worst first; the later calls that need its graph; the `doubts`,
    if it is undecided. `certain`: it holds on every path. `crowded`: only paths that were joined show that it is needed, or the
    doubts."""

    site: CallSite
    verdicts: tuple[Verdict, ...]
    needed_by: tuple[CallSite, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    certain: bool = True
    crowded: bool = False

    @property
    def decided(self) -> bool:
        """Is anything known of it?"""
        return Verdict.UNDECIDED not in self.verdicts
