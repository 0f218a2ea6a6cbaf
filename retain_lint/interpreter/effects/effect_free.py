"""Functions whose call, as a statement, changes nothing that the analysis looks at: reports, plots, evaluations. Floor 3.

Judged by the instructions and, through the names that they mention, by those of every function of that name in the files
seen: a name that any loud function bears is loud.
"""

from __future__ import annotations

from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.program import LoudNames
from retain_lint.interpreter.effects.calling_names import called_as, names_of
from retain_lint.interpreter.effects.name_call_graph import functions_seen, lifetime_names, names_in, spread
from retain_lint.ir.fresh_values import RESULT
from retain_lint.ir.model import Function
from retain_lint.ir.traits import Called, Traits, most_arguments, traits_of
from retain_lint.torch_api.control_methods import FORWARD_HOOKS

#: what runs when an object is called
CALLED = frozenset({"forward", "__call__"})


def is_quiet(m: Analysis, function: Function) -> bool:
    """Does a call of the function leave no trace but its result?"""
    key = (id(function), len(m.program.modules))
    if key not in m.syntax.quiet:
        known = loud_names(m)
        trace = known.loud | lifetime_names(m)
        m.syntax.quiet[key] = not read_traits(function).loud and calls_of(m, function, known).isdisjoint(trace)
    return m.syntax.quiet[key]


def runs_forwards(m: Analysis, function: Function) -> bool:
    """May a call of a quiet function run forward passes, whose effects on their modules are not waited for?"""
    key = (id(function), len(m.program.modules))
    if key not in m.syntax.forwarding:
        m.syntax.forwarding[key] = not calls_of(m, function, loud_names(m)).isdisjoint(CALLED)
    return m.syntax.forwarding[key]


def is_loud(m: Analysis, function: Function) -> bool:
    """Does the function itself leave a trace?"""
    return read_traits(function).loud


def branches(m: Analysis, function: Function) -> bool:
    """May a call of the function end on more than one path?"""
    return read_traits(function).branches


def read_traits(function: Function) -> Traits:
    """What its text says, remembered."""
    known = function.body.memo.get("traits")
    if not isinstance(known, Traits):
        known = function.body.memo["traits"] = traits_of(function)
    return known


def loud_names(m: Analysis) -> LoudNames:
    """See LoudNames; worked out anew when a file was loaded."""
    if m.syntax.loud_names[0] != len(m.program.modules):
        functions = functions_seen(m)
        known = frozenset(name for function in functions for name in names_of(function))
        # what a forward pass leaves on a module is not waited for; an engine call in it is
        # and the body of a class runs where the class is made, not where it is called
        judged = [function for function in functions if function.name not in CALLED and function.kind != "class"]
        always = (lifetime_names(m) & known) | (CALLED if _any_hooked(m, functions) else frozenset())
        loud = always.union(name for f in judged if read_traits(f).loud_made for name in names_of(f))
        beyond = always.union(name for f in judged if read_traits(f).loud_beyond for name in names_of(f))
        objects = frozenset().union(*(read_traits(f).objects for f in functions))
        members = frozenset().union(*(read_traits(f).members for f in functions))
        names = LoudNames(
            members=members,
            objects=objects,
            variables=_variables(m, functions),
            values=_values(m, functions, known),
            known=known,
        )
        mentioned = [(name, calls_of(m, f, names) & known) for f in judged for name in names_of(f)]
        names = names._replace(loud=spread(loud, mentioned), loud_beyond=spread(beyond, mentioned))
        m.syntax.loud_names = (len(m.program.modules), names)
    return m.syntax.loud_names[1]


def _any_hooked(m: Analysis, functions: list[Function]) -> bool:
    """Are hooks registered somewhere, by which a forward pass may leave things elsewhere than on its module?"""
    bodies = [f.body for f in (*(loaded.module.body for loaded in m.program.modules.values() if loaded), *functions)]
    return any(not names_in(body).isdisjoint(FORWARD_HOOKS) for body in bodies)


def _variables(m: Analysis, functions: list[Function]) -> frozenset[str]:
    """The names of variables of files."""
    bodies = [loaded.module.body for loaded in m.program.modules.values() if loaded is not None]
    return frozenset().union(*(read_traits(f).stored_globals for f in (*bodies, *functions)))


def _values(m: Analysis, functions: list[Function], known: frozenset[str]) -> frozenset[tuple[str, int | None]]:
    """The functions that are used as values, with the most arguments that they take; what is decorated is one if a function
    seen decorates it."""
    bodies = [loaded.module.body for loaded in m.program.modules.values() if loaded is not None]
    used: set[str] = set()
    wrapped: set[str] = set()
    for traits in (read_traits(function) for function in (*bodies, *functions)):
        used |= traits.handed
        wrapped |= {name for name, decorator in traits.decorated if decorator in known}
    called = ((called_as(f), f) for f in functions)
    return frozenset((n, None if n in wrapped else most_arguments(f)) for n, f in called if n in used or n in wrapped)


def calls_of(m: Analysis, function: Function, names: LoudNames) -> frozenset[str]:
    """The names of what a function may call; calling an object runs what its class says, or the function that it is, and
    calling what was found by a computed name may run anything."""
    calls, mentioned = read_traits(function).calls, names_in(function.body)
    counts = [call.passed for call in calls if _may_be_object(call, names)]
    if "getattr" in mentioned and any(RESULT in call.names for call in calls):
        return mentioned | names.known
    if not counts:
        return mentioned
    least = min(0 if count is None else count for count in counts)
    return mentioned | CALLED | {name for name, most in names.values if most is None or most >= least}


def _may_be_object(call: Called, names: LoudNames) -> bool:
    """May an object be called, or a function that was stored somewhere?"""
    if call.kind == "name":
        return RESULT in call.names or not call.names.isdisjoint(names.objects)
    return not call.names.isdisjoint(names.variables | (names.members if call.kind == "member" else frozenset()))
