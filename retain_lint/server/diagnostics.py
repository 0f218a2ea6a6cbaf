"""What the editor underlines: a finding with its related places and the page of its rule. Floor 6."""

from __future__ import annotations

from lsprotocol.types import (
    CodeDescription,
    Diagnostic,
    DiagnosticRelatedInformation,
    DiagnosticSeverity,
    Location,
)

from retain_lint.diagnostic import RelatedLocation, Severity
from retain_lint.reporters.entries import Entry
from retain_lint.server.places import Places

SOURCE = "retain-lint"
_SEVERITIES = {Severity.ERROR: DiagnosticSeverity.Error, Severity.WARNING: DiagnosticSeverity.Warning}


def make_diagnostic(entry: Entry, places: Places) -> Diagnostic:
    """The finding, or why the file could not be checked."""
    lines = [entry.message, f"help: {entry.help}" if entry.help else "", *(f"note: {note}" for note in entry.notes)]
    return Diagnostic(
        range=places.write_range(entry.location.span),
        message="\n".join(filter(None, lines)),
        severity=_SEVERITIES[entry.severity],
        code=entry.code,
        code_description=CodeDescription(entry.url) if entry.url else None,
        source=SOURCE,
        related_information=[_relate(related, entry, places) for related in entry.related],
    )


def _relate(related: RelatedLocation, entry: Entry, places: Places) -> DiagnosticRelatedInformation:
    uri, range_ = places.write_place(related.location, entry.excerpt or {})
    return DiagnosticRelatedInformation(Location(uri, range_), related.message)
