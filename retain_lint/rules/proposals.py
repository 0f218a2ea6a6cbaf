"""The fixes that rules propose, made of the shared edits. Floor 4.

Invariant: a fix edits no file but that of its finding, and reads the text from there, never from a message.
"""

from __future__ import annotations

from collections.abc import Container, Sequence

from retain_lint.diagnostic import Applicability, Edit, Fix
from retain_lint.domain.call_site import ArgumentSite, CallSite
from retain_lint.domain.finding import Finding
from retain_lint.domain.history import Event, EventKind
from retain_lint.domain.shapes import OTHER
from retain_lint.fixes.arguments import Removal, add_retain_graph, remove_argument, rename_keyword
from retain_lint.fixes.detach import append_detach, detach_after, detach_before, drop_repeated, widen, write_detached
from retain_lint.fixes.losses import sum_losses
from retain_lint.fixes.passage import Passage, SourceReader
from retain_lint.rules.wording import quote
from retain_lint.source import Location


def propose_detach(
    finding: Finding,
    applicability: Applicability,
    place: Event | ArgumentSite,
    source: SourceReader,
    new_leaf: bool = False,
) -> Fix | None:
    """Detach the expression at a place; as a `new_leaf`, let what comes of it require grad again. Of what is held, each
    tensor."""
    expression = _read(finding, place.location, source)
    if expression is None:
        return None
    if isinstance(place, Event) and place.kind is EventKind.HELD:
        return None if new_leaf else _propose_held(finding, applicability, place, expression, source)
    calls, more = (".detach().requires_grad_()", " and let it require grad") if new_leaf else (".detach()", "")
    message = f"Detach {quote(expression.text)}{more}"
    return _propose(finding, applicability, message, append_detach(widen(expression, source), calls))


def propose_detaches(
    finding: Finding,
    applicability: Applicability,
    places: Sequence[Event],
    new_leaves: Container[Event],
    source: SourceReader,
) -> Fix | None:
    """Detach the expressions at several places together, and let the `new_leaves` among them require grad again; None if one of
    them has no fix."""
    edits: list[Edit] = []
    for place in places:
        fix = propose_detach(finding, applicability, place, source, new_leaf=place in new_leaves)
        if fix is None:
            return None
        edits += fix.edits
    message = f"Detach {' and '.join(quote(place.text) for place in places)}"
    return _propose(finding, applicability, message, drop_repeated(tuple(dict.fromkeys(edits)), source))


def propose_detached_name(
    finding: Finding, applicability: Applicability, place: Event, source: SourceReader
) -> Fix | None:
    """Bind a name anew to its detached tensor after the call at the site, if the name is that of the same function."""
    if place.calls != finding.site.calls:
        return None
    edits = detach_after(finding.site, place, source)
    return _propose(finding, applicability, f"Detach {quote(place.text)} after the call", edits)


def propose_sum(finding: Finding, first: CallSite, later: CallSite, source: SourceReader) -> Fix | None:
    """Send the sum of two losses backward, instead of one after the other."""
    edits = sum_losses(first, later, source)
    return _propose(finding, Applicability.UNSAFE, "Call backward once on the sum of the losses", edits)


def propose_retain(finding: Finding, call: CallSite, source: SourceReader) -> Fix | None:
    """Make a call retain its graph."""
    passage = _read(finding, call.location, source)
    edits = add_retain_graph(passage) if passage else None
    return _propose(finding, Applicability.UNSAFE, f"Pass retain_graph=True to {quote(call.text)}", edits)


def propose_removal(finding: Finding, argument: ArgumentSite, source: SourceReader) -> Fix | None:
    """Remove from the call at the site an argument that changes nothing."""
    removal = find_removal(finding, argument, source)
    applicability = Applicability.SAFE if removal and removal.lossless else Applicability.UNSAFE
    return _propose(finding, applicability, "Remove retain_graph", removal.edits if removal else None)


def propose_keyword(finding: Finding, argument: ArgumentSite, name: str, source: SourceReader) -> Fix | None:
    """Rename a keyword argument of the call at the site, to one that means the same."""
    call = _read(finding, finding.site.location, source)
    edits = rename_keyword(call, argument, name) if call else None
    return _propose(finding, Applicability.SAFE, f"Rename the argument to `{name}`", edits)


def find_removal(finding: Finding, argument: ArgumentSite, source: SourceReader) -> Removal | None:
    """The edits that remove an argument of the call at the site."""
    call = _read(finding, finding.site.location, source)
    return remove_argument(call, argument) if call else None


def _propose_held(
    finding: Finding, applicability: Applicability, place: Event, expression: Passage, source: SourceReader
) -> Fix | None:
    """Detach what a display holds there, `(h.detach(), c.detach())`, and what a name holds on a line before."""
    message = f"Detach what `{place.text}` holds"
    edits = detach_before(place, source)
    if edits is None and (written := write_detached(expression.text, place.shape or OTHER)) is not None:
        edits = (expression.edit(0, len(expression.text), written),)
    return _propose(finding, applicability, message, edits)


def _read(finding: Finding, place: Location, source: SourceReader) -> Passage | None:
    return Passage.read(place, finding.site.location, source)


def _propose(
    finding: Finding, applicability: Applicability, message: str, edits: tuple[Edit, ...] | None
) -> Fix | None:
    """A fix of these edits; None if there are none, or if they would change another file than the finding's."""
    if not edits or any(edit.location.path != finding.site.location.path for edit in edits):
        return None
    return Fix(applicability, message, edits)
