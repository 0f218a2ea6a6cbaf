"""Factories that make one of many networks, as an option says that is not known: no network is made. Nor is one of many
datasets whose classes the arms import. Floor 3.

Of many networks a join leaves a model of which nothing is known (calls/merge_factories.py); to build them all first, each in
all the ways that its own options leave, can take more than a file's whole budget.
"""

from __future__ import annotations

from retain_lint.domain.heap import ClassRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import External, Ref, Value
from retain_lint.interpreter.calls.merge_factories import MANY, are_kept_apart, name_model
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.completions import Exits
from retain_lint.interpreter.context.registers import write
from retain_lint.interpreter.heap.module_globals import load_global
from retain_lint.interpreter.heap.objects import is_module_class
from retain_lint.interpreter.paths.imported_kinds import ImportedKind, find_kind
from retain_lint.ir.choices import Choice, find_choice
from retain_lint.ir.model import Block, Function, If, Raise, Return
from retain_lint.torch_api.lookup import find_layer
from retain_lint.torch_api.vocabulary import LIFETIME_WORDS


def choose_model(m: Analysis, state: State, instruction: If, exits: Exits) -> list[State] | None:
    """Takes all arms of such a chain at once, and gives the path that goes on, if one does; None if it is no such chain, or
    makes networks of the checked file."""
    known = m.syntax.choices
    if id(instruction) not in known:
        known[id(instruction)] = _find_returned(m.context.function, instruction)
    choice = known[id(instruction)]
    if choice is None:
        return None
    if not choice.called:
        return _choose_dataset(m, state, choice)
    makers = [load_global(m, state, m.context.module, name) for name in choice.makers]
    networks = all(_makes_network(m, state, maker) for maker in makers)
    if not networks or not all(find_kind(m, i) is ImportedKind.NETWORK for i in choice.imported):
        return None
    classes = [(state, maker.address) for maker in makers if isinstance(maker, Ref)]
    if len(classes) == choice.arms and are_kept_apart(m, classes):
        return None
    model = name_model(m, classes)
    if choice.target is None:
        exits.returned.append((state, model))
        return []
    for name in choice.others:
        write(m, state, name, m.symbol("value", plain=True))
    write(m, state, choice.target, model)
    return [state]


def _choose_dataset(m: Analysis, state: State, choice: Choice) -> list[State] | None:
    if choice.target is None or not all(find_kind(m, i) is ImportedKind.DATASET for i in choice.imported):
        return None
    write(m, state, choice.target, m.symbol("value", plain=True))
    return [state]


def _find_returned(function: Function, instruction: If) -> Choice | None:
    """The choice of a chain with many arms in a function that returns a value, and neither trains nor freezes what it makes."""
    if function.kind != "function" or not function.mentions.isdisjoint(LIFETIME_WORDS):
        return None
    choice = find_choice(instruction)
    if choice is None or choice.arms < MANY:
        return None
    return choice if not choice.called or _is_returned(function.body, instruction, choice) else None


def _is_returned(body: Block, instruction: If, choice: Choice) -> bool:
    """Does the function end by returning a value, or with the chain that does, behind which it raises at most?"""
    last = body.instructions[-1]
    if choice.target is not None:
        return isinstance(last, Return) and last.value is not None
    return last is instruction or isinstance(last, Raise)


def _makes_network(m: Analysis, state: State, value: Value) -> bool:
    """Is it a class of networks, from another file or of a library?"""
    if isinstance(value, External):
        return find_layer(value.name) is not None
    record = state.record(value)
    if not isinstance(value, Ref) or not isinstance(record, ClassRecord):
        return False
    return record.module != m.program.main and is_module_class(state, value.address)
