"""What a run on joined paths decides of the engine calls that a run on paths apart left to the budget. Floor 3.

With one path a program point a run costs what the code is long, so it comes to its end where paths apart multiply.
Invariant: its states are upper bounds, so a graph that no later call enters there is entered on no path; what it suspects to
be wrong may be due to the join, and is not taken over.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from retain_lint.domain.call_verdict import CallVerdict, Reason, Verdict
from retain_lint.domain.finding import Finding, UnneededRetain

#: what holds for every path if it holds for all of them joined
_SOUND = frozenset({Verdict.FINE, Verdict.NEEDED, Verdict.UNNECESSARY})
#: what joining paths may help against: a call that no path met may stand behind code that ran too long or raised
_CUT = frozenset({Reason.STEPS, Reason.IMPORTERS, Reason.UNREACHED, Reason.NO_CALLER})


def is_cut(verdict: CallVerdict) -> bool:
    """Is a call undecided since the instructions were spent, on its own file or on those that use it, or met on no path?"""
    return any(doubt.reason in _CUT for doubt in verdict.doubts)


def decide_cut(
    calls: Sequence[CallVerdict], joined: Iterable[CallVerdict], findings: Iterable[Finding]
) -> tuple[tuple[CallVerdict, ...], tuple[Finding, ...]]:
    """The verdicts of `calls`, those that the budget cut replaced by what the run on `joined` paths decided; and those of its
    `findings` that belong to what was replaced."""
    known = {one.site.location: one for one in joined if _SOUND.issuperset(one.verdicts)}
    completed = tuple(known.get(one.site.location, one) if is_cut(one) else one for one in calls)
    retained = {
        one.site.location
        for one, before in zip(completed, calls, strict=True)
        if one is not before and Verdict.UNNECESSARY in one.verdicts
    }
    added = (one for one in findings if isinstance(one, UnneededRetain) and one.site.location in retained)
    return completed, tuple(added)
