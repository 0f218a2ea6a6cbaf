"""Example programs: what a rule reports and what it leaves alone. Floor 4.

Each is a complete program that torch runs in under a second. The tests run it (Bad errs or wastes, Good and `fixed`
run clean), give it to the analyser (line and fix), and the documentation prints it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from textwrap import dedent

from retain_lint.diagnostic import Applicability


class Waste(Enum):
    """How a program that does not raise errs; the tests measure each kind in its own way."""

    RETAINED = "buffers stay allocated, and without retain_graph every result is the same"
    REDUNDANT = "without the argument, every result and every allocation is the same"
    SEPARATE_PASSES = "more operations run than for the fixed program, and the results are the same"
    HISTORY = "a graph reachable from a variable grows with the iterations; the results are the same"
    DISCARDED = "more operations run than for the fixed program, and every final parameter is the same"
    LEAKED = "the final parameters differ from those of the fixed program"
    IDLE_STEP = "the step on the marked line changes no parameter; in the fixed program it does"
    REPEATED = "the step on the marked line consumes gradients that its previous step has consumed"
    WRONG_GRADIENT = "no error, but the final parameters differ from those of the fixed program"


@dataclass(frozen=True, slots=True)
class Example:
    """A titled program. `code` may be written as an indented literal that starts with a newline."""

    title: str
    code: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "code", _dedent_program(self.code))


@dataclass(frozen=True, slots=True)
class Bad(Example):
    """A program with the error. `# error` marks the line that is reported, `# note` each related line; `# error: CODE`
    marks what another rule reports there.

    Exactly one of `raises` (a part of torch's message) and `wastes` says how it errs. `fixed` is the program set right;
    `applicability` is that of the rule's own fix when it produces exactly `fixed`, else None.
    """

    raises: str | None = None
    wastes: Waste | None = None
    fixed: str | None = None
    applicability: Applicability | None = None

    def __post_init__(self) -> None:
        Example.__post_init__(self)
        if self.fixed is not None:
            object.__setattr__(self, "fixed", _dedent_program(self.fixed))


@dataclass(frozen=True, slots=True)
class Good(Example):
    """A program without the error, close to one that has it."""


def _dedent_program(text: str) -> str:
    return dedent(text).lstrip("\n")
