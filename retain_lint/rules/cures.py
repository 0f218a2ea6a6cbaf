"""The cures that several rules name: code to type, and where. Floor 4."""

from __future__ import annotations

from retain_lint.domain.call_site import ArgumentSite, CallSite
from retain_lint.domain.finding import Finding
from retain_lint.domain.history import Event, EventKind
from retain_lint.domain.shapes import OTHER
from retain_lint.fixes.detach import rebind_detached, write_detached
from retain_lint.fixes.losses import sum_losses, write_sum
from retain_lint.fixes.passage import Passage, SourceReader
from retain_lint.fixes.statements import find_call
from retain_lint.rules.wording import at_line, cite, name_line, quote
from retain_lint.source import Location

_LONGEST_CALL = 60


def use_detached(finding: Finding, place: Event | ArgumentSite, source: SourceReader, calls: str = ".detach()") -> str:
    """`use `netD(fake.detach())` on line 57`; for what a name holds, the line to write before."""
    here = finding.site.location
    if isinstance(place, Event) and place.kind is EventKind.HELD:
        return _use_held(finding, place, source)
    expression = Passage.read(place.location, here, source)
    text = " ".join(place.text.split()) if expression is None else expression.text
    detached = write_detached(text, calls=calls)
    if detached is None or "\n" in detached:
        return f"use {quote(calls)} on {quote(place.text)} ({name_line(place.location, here)})"
    return _use(detached, expression, place.location, here, source)


def _use(detached: str, expression: Passage | None, place: Location, here: Location, source: SourceReader) -> str:
    """The new code within its call, if that is not too long."""
    call = find_call(expression, source) if expression is not None else None
    if expression is not None and call is not None and len(call.text) + len(detached) <= _LONGEST_CALL:
        start = expression.location.span.start_column - call.location.span.start_column
        detached = call.text[:start] + detached + call.text[start + len(expression.text) :]
    return f"use {quote(detached)} {at_line(place, here)}"


def _use_held(finding: Finding, place: Event, source: SourceReader) -> str:
    here = finding.site.location
    if lines := rebind_detached(place):
        return f"before {name_line(place.location, here)}: {quote(' '.join(lines.split()))}"
    expression = Passage.read(place.location, here, source)
    detached = write_detached(place.text, place.shape or OTHER)
    if detached is None:
        return f"detach the tensors that {quote(place.text)} ({name_line(place.location, here)}) holds"
    return _use(detached, expression, place.location, here, source)


def rebind_after(finding: Finding, place: Event, call: CallSite) -> str:
    """`after line 13: `h = h.detach()``; what another function calls so is named with its line."""
    here = finding.site.location
    lines = rebind_detached(place)
    after = f"after {name_line(call.location, here)}"
    if place.calls != call.calls:
        return f"{after}: detach {cite(place, here)}"
    return f"{after}: {quote(' '.join(lines.split()))}" if lines else f"{after}: detach {quote(place.text)}"


def sum_up(first: CallSite, later: CallSite) -> str:
    """`use `(loss1 + loss2).backward()``."""
    written = write_sum(first.text, later.text)
    return (
        f"use {quote(written)} in place of both calls" if written else "call backward() once, on the sum of the losses"
    )


def can_sum(first: CallSite, later: CallSite, source: SourceReader) -> bool:
    """Can both calls be written as one, on the sum of the losses? Not where only one of them may run."""
    return sum_losses(first, later, source) is not None


def differentiates(call: CallSite) -> bool:
    """Is it autograd.grad, which gives gradients of its own and cannot be called on a sum?"""
    return call.text.partition("(")[0].rpartition(".")[2] == "grad"
