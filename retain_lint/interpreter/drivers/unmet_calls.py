"""Engine calls of the checked file that nothing has met yet, though their function may have run: in a branch that its callers
do not take, or in a function inside it that they get back and do not call. Floor 3.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from retain_lint.domain.call_verdict import Doubt, Reason
from retain_lint.domain.gradients import SiteId
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.effects.name_call_graph import engine_calls_in
from retain_lint.ir.model import Function
from retain_lint.project.loader import LoadedModule
from retain_lint.source import Location


def is_pending(m: Analysis, loaded: LoadedModule, function: Function) -> bool:
    """Has a client to call a function, since nothing has run it, or not all of its engine calls?"""
    if id(function) not in m.executed:
        return True
    if id(function) in m.early:  # what it did not come to, it may come to later, when that is no error
        return False
    inside = f"{function.qualname}.<locals>."
    return lacks_calls(m, [function, *(f for f in loaded.module.functions if f.qualname.startswith(inside))])


def lacks_calls(m: Analysis, functions: Sequence[Function]) -> bool:
    """Is there an engine call in any of the functions that has not run?"""
    called = [call for function in functions for call in engine_calls_in(m, function.body)]
    met = _met_calls(m) if called else set()
    return any(id(call) not in met for call in called)


def _met_calls(m: Analysis) -> set[int]:
    """Those that ran, whatever they turned out to be; not what torch refuses, as under no_grad: others may call it with a graph."""
    return {id(m.ledger.sites[number].instruction) for number in _met_sites(m)} | m.ledger.others.keys()


def _met_sites(m: Analysis) -> set[SiteId]:
    return m.ledger.rooted | m.ledger.unseen


@contextmanager
def keep_decided(m: Analysis) -> Iterator[None]:
    """While clients call functions that scripts have run, for other engine calls in them: a call that the scripts have met as well
    gets no doubt from what clients leave unknown, which the scripts have given."""
    places = set() if m.scope.unfollowed else {m.ledger.sites[number].location for number in _met_sites(m)}
    known = {(number, doubt) for number, retain in m.ledger.retains.items() for doubt in retain.escapes}
    yield
    for number, retain in m.ledger.retains.items():
        added = [doubt for doubt in retain.escapes if (number, doubt) not in known and _is_of_given(doubt, places)]
        for doubt in added if m.ledger.sites[number].location in places else ():
            del retain.escapes[doubt]


def _is_of_given(doubt: Doubt, places: set[Location]) -> bool:
    """Does it come of what the callers of a function give it, where engine calls at these places run?"""
    return doubt.reason is Reason.FROM_CALLER or doubt.reason is Reason.ALIAS and doubt.where in places
