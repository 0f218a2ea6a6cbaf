"""The labels that execution gives to a program's lines."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import Enum
from typing import Any

from tests.differential.oracle.sites import Stack


class Kind(Enum):
    """What executing the program showed of a line.

    MISSING: the engine raises there, and keeping the graph at `other_lines` cures it. STALE: the engine raises there because of the
    writes at `other_lines`. NEEDED, UNNECESSARY: dropping the explicit retain_graph makes the call at `other_lines` raise, or
    changes nothing. REDUNDANT: retain_graph beside create_graph, or spelled out as its default. WASTED, LEAKED: of an engine call, see
    `GradientVerdict`. IDLE_STEP: a step() none of whose parameters ever got a gradient. UNCLEARED: a step() that
    consumes a contribution for the second time."""

    MISSING = "missing"
    STALE = "stale"
    NEEDED = "needed"
    UNNECESSARY = "unnecessary"
    REDUNDANT = "redundant"
    WASTED = "wasted"
    LEAKED = "leaked"
    IDLE_STEP = "idle_step"
    UNCLEARED = "uncleared"


@dataclass(frozen=True, slots=True)
class Verdict:
    """`stacks`: chains of call lines that lead to `line`. `after_forcing`: the lines whose graph had to be kept before this
    showed; empty for what the program does as written. `late`: the program as written stops before this shows."""

    kind: Kind
    line: int
    stacks: tuple[Stack, ...]
    other_lines: tuple[int, ...] = ()
    after_forcing: tuple[int, ...] = ()
    late: bool = False


@dataclass(frozen=True, slots=True)
class Boundary:
    """An expression whose detach() was tried by execution."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class GradientVerdict:
    """WASTED: `line` sends gradients into parameters whose `owners` (optimisers by order of creation; none for unowned
    parameters) all throw them away, while `consumers` use the rest. LEAKED: the step of `owners` consumes them together with those of the
    calls at `other_lines`, after `consumers` already stepped on the rest; `ambiguous` when that later call serves several
    optimisers as well, so that sharing may be meant. `boundaries`: where a detach() changes no consumed gradient, by execution."""

    kind: Kind
    line: int
    stack: Stack
    owners: tuple[int, ...]
    consumers: tuple[int, ...]
    other_lines: tuple[int, ...] = ()
    ambiguous: bool = False
    boundaries: tuple[Boundary, ...] = ()


@dataclass(frozen=True, slots=True)
class Truth:
    """All that execution told. `error`, `error_line`: what the program as written ends with. `forced`: lines whose graph was kept
    to run on; `immune`: keeping graphs does not make the program run through; `invalid`: it fails for a reason that has nothing
    to do with graph lifetimes, so that nothing is known; `reached`: lines whose engine call ran as written."""

    error: str | None
    error_line: int | None
    error_stack: Stack
    message: str
    verdicts: tuple[Verdict, ...]
    gradients: tuple[GradientVerdict, ...]
    forced: tuple[int, ...]
    immune: bool
    invalid: bool
    reached: tuple[int, ...]

    def of_kind(self, kind: Kind) -> tuple[Verdict, ...]:
        """The verdicts of one kind, as they were found."""
        return tuple(verdict for verdict in self.verdicts if verdict.kind is kind)

    def as_json(self) -> dict[str, Any]:
        """A plain form for files; `from_json` reads it back."""
        data = asdict(self)
        for entry in (*data["verdicts"], *data["gradients"]):
            entry["kind"] = entry["kind"].value
        return data
