"""Paths that a branch has left without a variable that what follows reads, or with None where an attribute is asked for:
NameError, AttributeError. Floor 3.

The former end at the branch and not where they read it, since a join on the way would mix them with those that go on: behind
`if kind == "a": loss = ...` and `elif kind == "b": loss = ...` it is known in the next iteration, too, that the kind is one of
these, and no loss of the iteration before is sent backward.
"""

from __future__ import annotations

from itertools import compress

from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, Symbol
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.completions import Exits
from retain_lint.interpreter.heap.unbound_names import is_left_unset
from retain_lint.ir.certain_reads import find_certain_reads
from retain_lint.ir.model import Call, Function, GetAttr, If, SetAttr
from retain_lint.ir.walk import instructions_of


def end_unset(m: Analysis, instruction: If, states: list[State], exits: Exits) -> list[State]:
    """The paths on which all that is read next is set, if there are others; the others leave by raising."""
    if len(states) < 2:
        return states
    names = _names_read_behind(m, instruction)
    unset = [any(_is_unset(m, state, name) for name in names) for state in states]
    if all(unset):
        return states
    exits.raised.extend(compress(states, unset))
    return [state for state, ends in zip(states, unset, strict=True) if not ends]


def end_on_none(m: Analysis, instruction: GetAttr, states: list[State], exits: Exits) -> list[State]:
    """The paths on which an attribute that None lacks is asked of something else; the others leave by raising (`model = build()`,
    which returns None where a download has failed, and then `model.cuda()`). What is None on all of them has more likely been
    set by opaque code, unless only the running function can set it, or has set it before to what a call gave."""
    if hasattr(None, instruction.name):
        return states
    lacking = [state.variables(m.frame).get(instruction.object) == NONE for state in states]
    if not any(lacking) or all(lacking) and not _has_set(m.context.function, instruction.object):
        return states
    exits.raised.extend(compress(states, lacking))
    return [state for state, ends in zip(states, lacking, strict=True) if not ends]


def _has_set(function: Function, name: str) -> bool:
    """Is what a register holds of the running function's own making, for all that is known?"""
    return is_own(function, name) or name in _find_stored(function)


def is_own(function: Function, name: str) -> bool:
    """Is it a variable that only the running function can set, or the result of a call?"""
    if name.startswith("%"):
        return name in _find_results(function)
    bound = name in function.locals and name not in function.captured
    return bound and function.kind not in ("class", "module")


def _find_results(function: Function) -> frozenset[str]:
    """The registers that calls write to, remembered."""
    known = function.body.memo.get("results")
    if not isinstance(known, frozenset):
        calls = (i.target for i in instructions_of(function.body) if isinstance(i, Call))
        known = function.body.memo["results"] = frozenset(calls)
    return known


def _find_stored(function: Function) -> frozenset[str]:
    """The registers read from an attribute that a line above binds to the result of a call (`self.net = self.net.train()`),
    remembered."""
    known = function.body.memo.get("stored")
    if not isinstance(known, frozenset):
        body, results = list(instructions_of(function.body)), _find_results(function)
        stores = [i for i in body if isinstance(i, SetAttr) and i.source in results]
        bound = {(i.object, i.name): i.span.end_line for i in reversed(stores)}
        loads = (i for i in body if isinstance(i, GetAttr))
        later = (i.target for i in loads if bound.get((i.object, i.name), i.span.start_line) < i.span.start_line)
        known = function.body.memo["stored"] = frozenset(later)
    return known


def _names_read_behind(m: Analysis, instruction: If) -> frozenset[str]:
    """The variables of the running function that only it can set and that are read behind the branch."""
    function = m.context.function
    known = m.syntax.certain_reads.get(id(function))
    if known is None:
        own = frozenset() if function.kind == "class" else function.locals - function.captured
        found = find_certain_reads(function.body)
        known = m.syntax.certain_reads[id(function)] = {place: names & own for place, names in found.items()}
    return known.get(id(instruction), frozenset())


def _is_unset(m: Analysis, state: State, name: str) -> bool:
    return name not in state.variables(m.frame) and is_left_unset(m, state, Symbol(("unset", name), plain=True))
