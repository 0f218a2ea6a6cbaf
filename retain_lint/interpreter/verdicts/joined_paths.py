"""What a run on joined paths decides of the engine calls that a run on paths apart left to the budget. Floor 3.

With one path a program point a run costs what the code is long, so it comes to its end where paths apart multiply.
Invariant: its states are upper bounds, so a graph that no later call enters there is entered on no path, and gradients that
are always cleared there, by the optimizer that steps by others in their place, are used on none; what else it suspects to be
wrong may be due to the join, and is not taken over.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from retain_lint.domain.call_verdict import CallVerdict, Reason, Verdict
from retain_lint.domain.finding import Finding, MissingDetach, UnneededRetain
from retain_lint.source import Location

#: what holds for every path if it holds for all of them joined
_SOUND = frozenset({Verdict.FINE, Verdict.NEEDED, Verdict.UNNECESSARY, Verdict.WASTED})
#: why a call is open that the budget cut off, that too many paths led to, or that a path apart did not get to, since it knew
#: too much or too little
_CUT = frozenset({Reason.STEPS, Reason.PATHS, Reason.IMPORTERS, Reason.UNREACHED})

#: why one is open whose callers in the project, behind the cut, have left it to a client
_OF_CLIENTS = frozenset({Reason.NO_CALLER, Reason.TO_CALLER, Reason.FROM_CALLER})


def is_cut(verdict: CallVerdict, short: bool) -> bool:
    """Is a call undecided since the instructions were spent, on its own file or on those that use it, or was it not met; or is it
    needed, or in doubt, on joined paths alone? `short`: they were spent somewhere, and what calls it may stand behind that; or
    what clears its gradients."""
    if verdict.crowded or short and verdict.verdicts == (Verdict.FINE,):
        return True
    reasons = _CUT | _OF_CLIENTS if short else _CUT
    return any(doubt.reason in reasons for doubt in verdict.doubts)


def is_open(verdict: CallVerdict, short: bool) -> bool:
    """Is a call undecided that the budget cut off, or needed, or in doubt, on joined paths alone?"""
    return verdict.crowded or verdict.verdicts == (Verdict.UNDECIDED,) and is_cut(verdict, short)


def decide_cut(
    calls: Sequence[CallVerdict], joined: Iterable[CallVerdict], findings: Iterable[Finding], short: bool
) -> tuple[tuple[CallVerdict, ...], tuple[Finding, ...]]:
    """The verdicts of `calls`, those that the budget cut replaced by what the run on `joined` paths decided; and those of its
    `findings` that belong to what was replaced."""
    sound: dict[Location, list[Finding]] = defaultdict(list)
    for finding in findings:
        if is_sound(finding):
            sound[finding.site.location].append(finding)
    parts = (_sound_part(one, sound.get(one.site.location, [])) for one in joined)
    known = {one.site.location: one for one in parts if one is not None}
    completed = tuple(known.get(one.site.location, one) if is_cut(one, short) else one for one in calls)
    replaced = {one.site.location for one, before in zip(completed, calls, strict=True) if one is not before}
    return completed, tuple(one for place, found in sound.items() if place in replaced for one in found)


def is_sound(finding: Finding) -> bool:
    """Does what joined paths show hold for every path? A helper in another file is not to be changed by what they show: it may
    have callers that were not run."""
    if isinstance(finding, MissingDetach):
        here = {place.location.path for place in (finding.boundary, *finding.also_at)} == {finding.site.location.path}
        return here and finding.owned and finding.discarded_by is not None
    return isinstance(finding, UnneededRetain)


def _sound_part(verdict: CallVerdict, sound: Sequence[Finding]) -> CallVerdict | None:
    """What of a verdict on joined paths is true of all of them: that a graph is kept for nothing is, whatever gradients seem to
    be wasted besides."""
    wasted = any(isinstance(one, MissingDetach) for one in sound)
    left = tuple(one for one in verdict.verdicts if wasted or one is not Verdict.WASTED)
    return replace(verdict, verdicts=left) if left and _SOUND.issuperset(left) else None
