"""Functions whose call, as a statement, changes nothing that the analysis looks at: reports, plots, evaluations. Floor 3.

Judged by the instructions and, through the names that they mention, by those of every function of that name in the files
seen: a name that any loud function bears is loud.
"""

from __future__ import annotations

from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.program import LoudNames
from retain_lint.interpreter.effects.name_call_graph import called_as, functions_seen, lifetime_names, names_in, spread
from retain_lint.ir.model import Function
from retain_lint.ir.traits import RESULT, Traits, traits_of
from retain_lint.torch_api.control_methods import FORWARD_HOOKS

#: what runs when an object is called
_CALLED = frozenset({"forward", "__call__"})


def is_quiet(m: Analysis, function: Function) -> bool:
    """Does a call of the function leave no trace but its result?"""
    key = (id(function), len(m.program.modules))
    if key not in m.syntax.quiet:
        known = _loud_names(m)
        trace = known.loud | lifetime_names(m)
        m.syntax.quiet[key] = not _traits(m, function).loud and _calls(m, function, known).isdisjoint(trace)
    return m.syntax.quiet[key]


def runs_forwards(m: Analysis, function: Function) -> bool:
    """May a call of a quiet function run forward passes, whose effects on their modules are not waited for?"""
    key = (id(function), len(m.program.modules))
    if key not in m.syntax.forwarding:
        m.syntax.forwarding[key] = not _calls(m, function, _loud_names(m)).isdisjoint(_CALLED)
    return m.syntax.forwarding[key]


def is_loud(m: Analysis, function: Function) -> bool:
    """Does the function itself leave a trace?"""
    return _traits(m, function).loud


def branches(m: Analysis, function: Function) -> bool:
    """May a call of the function end on more than one path?"""
    return _traits(m, function).branches


def _traits(m: Analysis, function: Function) -> Traits:
    known = m.syntax.traits.get(id(function))
    if known is None:
        known = m.syntax.traits[id(function)] = traits_of(function)
    return known


def _loud_names(m: Analysis) -> LoudNames:
    """See LoudNames; worked out anew when a file was loaded."""
    if m.syntax.loud_names[0] != len(m.program.modules):
        functions = functions_seen(m)
        known = frozenset(called_as(function) for function in functions)
        # what a forward pass leaves on a module is not waited for; an engine call in it is
        # and the body of a class runs where the class is made, not where it is called
        judged = [function for function in functions if function.name not in _CALLED and function.kind != "class"]
        loud = {called_as(f) for f in judged if _traits(m, f).loud_made} | (lifetime_names(m) & known)
        loud |= _CALLED if _any_hooked(m, functions) else frozenset()
        objects = frozenset().union(*(_traits(m, f).objects for f in functions))
        names = LoudNames(
            objects=objects, variables=_variables(m, functions), values=_values(m, functions, known), known=known
        )
        mentioned = [(called_as(f), _calls(m, f, names) & known) for f in judged]
        m.syntax.loud_names = (len(m.program.modules), names._replace(loud=spread(loud, mentioned)))
    return m.syntax.loud_names[1]


def _any_hooked(m: Analysis, functions: list[Function]) -> bool:
    """Are hooks registered somewhere, by which a forward pass may leave things elsewhere than on its module?"""
    bodies = [f.body for f in (*(loaded.module.body for loaded in m.program.modules.values() if loaded), *functions)]
    return any(not names_in(m, body).isdisjoint(FORWARD_HOOKS) for body in bodies)


def _variables(m: Analysis, functions: list[Function]) -> frozenset[str]:
    """The names of variables of files."""
    bodies = [loaded.module.body for loaded in m.program.modules.values() if loaded is not None]
    return frozenset().union(*(_traits(m, f).stored_globals for f in (*bodies, *functions)))


def _values(m: Analysis, functions: list[Function], known: frozenset[str]) -> frozenset[str]:
    """The names of functions that are used as values; what is decorated is one if a function seen decorates it."""
    bodies = [loaded.module.body for loaded in m.program.modules.values() if loaded is not None]
    used: set[str] = set()
    for traits in (_traits(m, function) for function in (*bodies, *functions)):
        used |= traits.handed
        used |= {name for name, decorator in traits.decorated if decorator in known}
    return known & used


def _calls(m: Analysis, function: Function, names: LoudNames) -> frozenset[str]:
    """The names of what a function may call; calling an object runs what its class says, or the function that it is, and
    calling what was found by a computed name may run anything."""
    called, called_globals = _traits(m, function).called, _traits(m, function).called_globals
    through_object = RESULT in called or not called.isdisjoint(names.objects)
    through_object |= not called_globals.isdisjoint(names.variables)
    mentioned = names_in(m, function.body)
    if RESULT in called and "getattr" in mentioned:
        return mentioned | names.known
    return mentioned | (_CALLED | names.values if through_object else frozenset())
