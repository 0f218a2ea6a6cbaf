"""What a user is told: diagnostics, their related places and their fixes. Floor 0."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from retain_lint.source import Location


class Applicability(Enum):
    """How far a fix may be trusted, in ruff's words."""

    SAFE = "safe"
    UNSAFE = "unsafe"
    DISPLAY_ONLY = "display"


class Severity(Enum):
    """ERROR: the program raises, or trains something else than it says; WARNING: it wastes time or memory."""

    ERROR = "error"
    WARNING = "warning"


class Confidence(Enum):
    """DEFINITE: every path that passed the cause errs; CONDITIONAL: only some of them do."""

    DEFINITE = "definite"
    CONDITIONAL = "conditional"


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace the text at `location` by `content`; an empty span inserts."""

    content: str
    location: Location


@dataclass(frozen=True, slots=True)
class Fix:
    """Edits that together remove one finding. `message` says in the imperative what they do."""

    applicability: Applicability
    message: str
    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class RelatedLocation:
    """Another place that the reader needs: where the graph was built, freed, modified, where the fix goes."""

    message: str
    location: Location


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding as shown to the user. `message` is one line without a trailing stop, the cause; `help` one line, the
    cure, as code to type where that is known (empty if there is none to offer); `notes` is what else is worth knowing.
    `default`: it is on without its rule being selected; otherwise only when a selector of the user (a code, a prefix
    or ALL) names the rule."""

    code: str
    name: str
    message: str
    location: Location
    confidence: Confidence
    related_locations: tuple[RelatedLocation, ...] = ()
    fix: Fix | None = None
    default: bool = True
    help: str = ""
    notes: tuple[str, ...] = ()
    severity: Severity = Severity.ERROR

    @property
    def summary(self) -> str:
        """Cause and cure on one line, for formats that have no other place for the cure."""
        return f"{self.message} (help: {self.help})" if self.help else self.message
