"""Findings as the reader of the program sees them: the caller's lines, names instead of expressions. Floor 3."""

from __future__ import annotations

import re
from dataclasses import replace

from retain_lint.domain import finding as f
from retain_lint.domain.history import Event, EventKind
from retain_lint.domain.shapes import OTHER, TENSOR
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.verdicts.kept_in_memory import find_keeper
from retain_lint.interpreter.verdicts.program_points import name_result, see_apart, see_event
from retain_lint.interpreter.verdicts.single_uses import move_to_definitions

_HOLDER = re.compile(r"([\w.]+)\[[^\[\]]*\]")


def present(m: Analysis, finding: f.Finding) -> f.Finding:
    """A finding whose events stand where its own function leads to them. Boundaries stay where a fix would go; those that
    are not always a tensor are told apart."""
    if isinstance(finding, f.FreedGraphTraversal):
        return _present_freed(m, finding)
    if isinstance(finding, f.StaleGraphTraversal):
        built, write = see_apart(m, finding.site, finding.built, finding.write)
        spared = None if finding.spared is None else _move(m, (finding.spared,))[0]
        return replace(finding, built=built, write=write, spared=spared)
    if isinstance(finding, f.MissingDetach):
        return _present_detach(m, finding)
    if isinstance(finding, f.GradientLeak):
        step = see_event(m, finding.site, finding.step)
        boundary_or_none = None if finding.boundary is None else _mark_held(m, finding.boundary)
        return replace(finding, step=step, boundary=boundary_or_none)
    return _present_other(m, finding)


def _present_freed(m: Analysis, finding: f.FreedGraphTraversal) -> f.FreedGraphTraversal:
    freer = finding.freed_by
    freed = Event(EventKind.FREED, freer.location, freer.text, freer.calls)
    places = (finding.boundary, finding.spared, finding.separable)
    boundary, spared, separable = (None if e is None else _mark_held(m, e) for e in places)
    boundary = _see_holder(m, boundary) if boundary is not None and finding.repeated else boundary
    return replace(
        finding,
        built=name_result(m, see_event(m, finding.site, finding.built)),
        places=finding.places or (finding.built.location,),
        freed_at=see_event(m, finding.site, freed),
        boundary=boundary,
        spared=spared,
        separable=separable,
        update=_see(m, finding, finding.update),
        write=_see(m, finding, finding.write),
    )


def _present_detach(m: Analysis, finding: f.MissingDetach) -> f.MissingDetach:
    places, leaves = (finding.boundary, *finding.also_at), tuple(_mark_held(m, event) for event in finding.new_leaves)
    moved = tuple(_mark_held(m, event) for event in places) if leaves else _move(m, places)
    keeper = find_keeper(m, finding.site, places, moved) if finding.frees else ""
    lost = _see(m, finding, finding.discarded_by)
    return replace(finding, boundary=moved[0], discarded_by=lost, also_at=moved[1:], new_leaves=leaves, keeper=keeper)


def _present_other(m: Analysis, finding: f.Finding) -> f.Finding:
    if isinstance(finding, f.UnneededRetain):
        return replace(finding, rebuilt=_see(m, finding, finding.rebuilt))
    if isinstance(finding, f.StepWithoutGradient):
        cut, cleared, computed = (_see(m, finding, e) for e in (finding.cut, finding.cleared, finding.computed))
        return replace(finding, cut=cut, cleared=cleared, computed=computed)
    if isinstance(finding, f.UnclearedGradients):
        contributed = see_event(m, finding.site, finding.contributed)
        return replace(finding, contributed=contributed, renewed=_see(m, finding, finding.renewed))
    return finding


def _see(m: Analysis, finding: f.Finding, event: Event | None) -> Event | None:
    return None if event is None else see_event(m, finding.site, event)


def _mark_held(m: Analysis, event: Event) -> Event:
    shape = m.facts.shapes.get(event.location, TENSOR)
    return event if shape == TENSOR else replace(event, kind=EventKind.HELD, shape=shape)


def _move(m: Analysis, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The places of tensors that are used there alone: where the tensors are made."""
    marked = tuple(_mark_held(m, event) for event in events)
    return marked if any(event.kind is EventKind.HELD for event in marked) else move_to_definitions(m, marked)


def _see_holder(m: Analysis, event: Event) -> Event:
    """The name of the list or the dictionary that an inner loop takes one item after the other of: what it holds is carried."""
    shape, name = m.facts.holders.get(event.location, OTHER), _HOLDER.fullmatch(event.text)
    return event if shape == OTHER or name is None else replace(event, kind=EventKind.HELD, text=name[1], shape=shape)
