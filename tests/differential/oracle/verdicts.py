"""The labels that execution gives to a program's lines."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Kind(Enum):
    """What executing the program showed of the engine calls on a line.

    MISSING: the call raises, and had `other_lines` kept their graphs it would not. STALE: it raises because of the writes at
    `other_lines`. NEEDED, UNNECESSARY: without its retain_graph the calls at `other_lines` raise, or nothing does. REDUNDANT:
    retain_graph beside create_graph. WASTED: some of its gradients are thrown away by everyone who could use them, while others
    are used, and detach() at `other_lines` keeps them out and changes no parameter (not firm: keeps out one optimiser's, or those of
    one way to the call). LEAKED: a step uses some of its
    gradients together with those of the calls at `other_lines`, after another optimiser has already stepped on the rest (not firm:
    or before it does, on parameters where the others' gradients were thrown away)."""

    MISSING = "missing"
    STALE = "stale"
    NEEDED = "needed"
    UNNECESSARY = "unnecessary"
    REDUNDANT = "redundant"
    WASTED = "wasted"
    LEAKED = "leaked"


@dataclass(frozen=True, slots=True)
class Verdict:
    """`firm`: execution leaves no doubt. Otherwise a perfect analyser may say it or not: it shows only after an earlier error was
    mended, or could be meant."""

    kind: Kind
    line: int
    other_lines: tuple[int, ...] = ()
    firm: bool = True


@dataclass(frozen=True, slots=True)
class Truth:
    """All that execution told. `lines`: those of the engine calls that ran; `unused`: those of them of whose gradients
    nobody had used any, or had some neither used nor thrown away, when the program ended. `error`, `error_line`: the lifetime error that the program as written ends with. `invalid`: why
    nothing is known (the program fails for another reason, or the oracle contradicts itself); empty otherwise."""

    verdicts: tuple[Verdict, ...] = ()
    error: str | None = None
    error_line: int | None = None
    lines: frozenset[int] = frozenset()
    unused: frozenset[int] = frozenset()
    invalid: str = ""

    def find(self, kind: Kind) -> dict[int, Verdict]:
        """The verdicts of one kind by line; a firm one hides a doubtful one of the same line."""
        found = sorted((verdict for verdict in self.verdicts if verdict.kind is kind), key=lambda v: v.firm)
        return {verdict.line: verdict for verdict in found}
