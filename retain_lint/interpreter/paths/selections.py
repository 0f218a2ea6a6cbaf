"""Paths that differ in which parts of a whole were selected: the features of some layers. Floor 3.

`if i in self.layers: features.append(x)`, in a loop over twenty layers, makes as many paths as there are subsets. They are
joined as soon as there are several: what was selected may be there or not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence

from retain_lint.domain.join import join_states
from retain_lint.domain.state import State
from retain_lint.domain.value import Key, Known, Symbol
from retain_lint.interpreter.context.analysis import Analysis

#: a value that was compared with so many numbers or names is one by which parts are selected
MIN_COMPARED = 3


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
        if atom[0] == "compare" and isinstance(part := atom[2], Known) and isinstance(part.value, (int, str)):
            if atom[1] == "in" or (atom[1] == "==" and isinstance(part.value, int) and not _is_option(atom[3])):
                compared[atom[1], atom[3]].add(atom)
    return {atom for atoms in compared.values() if len(atoms) >= MIN_COMPARED for atom in atoms}


def _is_option(value: object) -> bool:
    return isinstance(value, Symbol) and value.key[0] in ("attr", "parameter")


def _join(m: Analysis, states: list[State]) -> State:
    joined = states[0]
    for state in states[1:]:
        joined = join_states(joined, state, m.graph, m.fresh)
    return joined
