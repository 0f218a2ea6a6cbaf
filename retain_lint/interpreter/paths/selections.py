"""Paths that differ in which parts of a whole were selected: the features of some layers. Floor 3.

`if i in self.layers: features.append(x)`, in a loop over twenty layers, makes as many paths as there are subsets. They are
joined as soon as there are several: what was selected may be there or not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence

from retain_lint.domain.doubtful_paths import PARAMETER_NAME
from retain_lint.domain.join import join_states
from retain_lint.domain.state import State
from retain_lint.domain.value import Key, Known, Symbol
from retain_lint.interpreter.context.analysis import Analysis

#: a value that was compared with so many numbers or names is one by which parts are selected
MIN_COMPARED = 3
#: and what so many names of parameters were compared with
MIN_PARAMETERS = 2


def join_selections(m: Analysis, states: Sequence[State]) -> list[State]:
    """The paths, those joined that have decided the same but for what was selected."""
    selecting = _find_selecting(states)
    if not selecting:
        return list(states)
    groups: dict[Hashable, list[State]] = defaultdict(list)
    for state in states:
        decided = frozenset(atom for atom in state.condition.atoms.items() if atom[0] not in selecting)
        groups[decided, frozenset(state.condition.bindings.items()), state.crowded].append(state)
    return [_join(m, group) for group in groups.values()]


def _find_selecting(states: Sequence[State]) -> set[Key]:
    """The decisions by which parts are selected: is this number or name among those of an unknown list, or is it that
    number? Of an unknown option that is asked often there may be as many, but then other branches ask again."""
    compared: dict[Hashable, set[Key]] = defaultdict(set)
    for atom in dict.fromkeys(atom for state in states for atom in state.condition.atoms):
        if atom[0] == "compare" and (by := _selector(atom)) is not None:
            compared[atom[1], by].add(atom)
    return {atom for atoms in compared.values() if len(atoms) >= _fewest(atoms) for atom in atoms}


def _fewest(atoms: set[Key]) -> int:
    return MIN_PARAMETERS if any(_is_name(part) for atom in atoms for part in atom[2:]) else MIN_COMPARED


def _selector(comparison: Key) -> object | None:
    """What a comparison selects a part by: the list that the part's name is looked up in, or the word that the name may
    contain."""
    _, operator, part, other = comparison
    if operator == "in" and _is_name(part):
        return other
    if operator == "in" and _is_name(other):
        return part
    if not isinstance(part, Known):
        return None
    if operator == "in":
        return other if isinstance(part.value, (int, str)) else None
    return other if operator == "==" and isinstance(part.value, int) and not _is_option(other) else None


def _is_name(value: object) -> bool:
    """Is it the unknown name of a parameter?"""
    return isinstance(value, Symbol) and value.key[0] == PARAMETER_NAME


def _is_option(value: object) -> bool:
    return isinstance(value, Symbol) and value.key[0] in ("attr", "parameter")


def _join(m: Analysis, states: list[State]) -> State:
    joined = states[0]
    for state in states[1:]:
        joined = join_states(joined, state, m.graph, m.fresh)
    return joined
