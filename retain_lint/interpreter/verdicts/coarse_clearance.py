"""Does a run with joined paths show that a file is clear? Floor 3.

With one path a program point, a state is an upper bound of all paths through it: what no path does is not in it, and what
some paths do is perhaps done. Findings need certainty, so such a run finds less than one that keeps paths apart; but where it
does not even suspect anything, there is nothing to find. Invariant: over-approximate; a doubt speaks against it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from retain_lint.domain.call_verdict import CallVerdict, Reason, Verdict
from retain_lint.domain.finding import Finding
from retain_lint.domain.gradients import SiteId
from retain_lint.domain.value import Address
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.ledger import Contributed, Fate
from retain_lint.interpreter.verdicts.engine_like_calls import EngineLikeCall
from retain_lint.interpreter.verdicts.program_points import written_at
from retain_lint.torch_api.vocabulary import ENGINE_FLAGS

#: why a call stays undecided, however many paths are kept apart
_FINAL = frozenset({Reason.NOT_TORCH, Reason.SYNTAX})


def may_be_clear(like: Sequence[EngineLikeCall]) -> bool:
    """Is such a run worth while, by the calls that look like engine calls? Where there are several, or one says whether to
    retain, it depends on the path what becomes of their graphs and gradients."""
    flags = (argument.keyword for one in like for argument in one.call.arguments)
    return len(like) < 2 and ENGINE_FLAGS.isdisjoint(flags)


def is_clear(m: Analysis, findings: Iterable[Finding], calls: Iterable[CallVerdict]) -> bool:
    """Would a run that keeps paths apart come to the same, which is no finding? If none were joined, it is such a run."""
    if not m.ledger.budget_cuts["disjuncts"]:
        return True
    if any(findings) or m.ledger.cut_short or m.ledger.suspicions or not all(map(_is_settled, calls)):
        return False
    return not _mentions_flags(m) and _are_gradients_used(m) and not _may_leak(m)


def _is_settled(verdict: CallVerdict) -> bool:
    if verdict.decided:
        return verdict.verdicts == (Verdict.FINE,)
    return all(doubt.reason in _FINAL for doubt in verdict.doubts)


def _mentions_flags(m: Analysis) -> bool:
    """Does an engine call of the checked file say whether to retain, or one that is handed a flag from there? What becomes of
    a retained graph depends on all later paths."""
    explicit = {number for number, retain in m.ledger.retains.items() if retain.explicit}
    numbers = explicit.union(m.ledger.redundant, m.ledger.removed, m.ledger.unknown_flags)
    places = (written_at(m, number) for number in explicit)
    return any(_is_checked(m, number) for number in numbers) or any(p and p.path == _checked(m) for p in places)


def _checked(m: Analysis) -> str:
    return m.program.sources[m.program.main].path


def _is_checked(m: Analysis, number: SiteId) -> bool:
    """Does the program point stand in the checked file?"""
    return m.ledger.sites[number].location.path == _checked(m)


def _are_gradients_used(m: Analysis) -> bool:
    return all(
        _is_used(m, leaf, contributed)
        for number, contributions in m.ledger.contributions.items()
        if _is_checked(m, number)
        for leaf, contributed in contributions.items()
    )


def _is_used(m: Analysis, leaf: Address, contributed: Contributed) -> bool:
    """Is it sure that no path throws the gradients away?"""
    if not contributed.fates.isdisjoint((Fate.DISCARDED, Fate.UNKNOWN)):
        return False
    return Fate.PENDING not in contributed.fates or bool(m.ledger.owners.get(leaf)) or not contributed.parameter


def _may_leak(m: Analysis) -> bool:
    """Are there several optimisers, and leaves to which a call of the checked file and another one write?"""
    calls = Counter(leaf for contributions in m.ledger.contributions.values() for leaf in contributions)
    written = (
        leaf for n, contributions in m.ledger.contributions.items() if _is_checked(m, n) for leaf in contributions
    )
    return len(m.ledger.stepped) > 1 and any(calls[leaf] > 1 for leaf in written)
