"""Networks that may keep what they compute, themselves or in a part that they construct. Floor 3.

A part is known by the name of its class: which of several classes of that name it is does not matter, if one of them keeps.
"""

from __future__ import annotations

from collections import defaultdict

from retain_lint.domain.pure_networks import constructing_names, keep_results, may_objects_remember
from retain_lint.domain.state import State
from retain_lint.domain.value import Address
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.effects.name_call_graph import functions_seen, names_reached, spread
from retain_lint.interpreter.heap.class_methods import classes_in, functions_of
from retain_lint.ir.model import Function


def may_network_remember(m: Analysis, state: State, cls: Address) -> bool:
    """May objects of the class, or what their constructors make, keep what they compute?"""
    if may_objects_remember(state, cls):
        return True
    methods = functions_of(state, cls)
    constructing = constructing_names(methods)
    reached = (names_reached(m, method) for method in methods if method.name in constructing)
    return not remembering_names(m).isdisjoint(frozenset[str]().union(*reached))


def remembering_names(m: Analysis) -> frozenset[str]:
    """The names of the classes of the files loaded so far whose methods keep results, and of those that derive from them."""
    if m.syntax.remembering[0] != len(m.program.modules):
        methods: dict[str, list[Function]] = defaultdict(list)
        for function in functions_seen(m):
            if function.class_name is not None:
                methods[function.class_name].append(function)
        keeping = (name for name, found in methods.items() if keep_results(found))
        bases = [(made.name, made.base_names) for loaded in m.program.modules.values() for made in classes_in(loaded)]
        m.syntax.remembering = (len(m.program.modules), spread(keeping, bases))
    return m.syntax.remembering[1]
