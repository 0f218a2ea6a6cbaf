"""Names that are read before the script has bound them: NameError. Floor 3.

Only of names that the file binds itself, in its own code and nowhere else: what nothing binds may come from where a fragment
was cut out of, and cells run in any order."""

from __future__ import annotations

import builtins

from retain_lint.domain.state import State
from retain_lint.domain.value import Key, Symbol, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.registers import is_unset
from retain_lint.ir.model import ImportFrom, Module, StoreGlobal
from retain_lint.ir.walk import instructions_of

#: words by which code binds names that are not written out
_BINDERS = frozenset(
    {"exec", "execfile", "globals", "locals", "vars", "builtins", "__builtins__", "__dict__", "modules"}
)
#: builtins of Python 2
_FORMER = frozenset(
    {"basestring", "cmp", "file", "long", "raw_input", "reduce", "reload", "unichr", "unicode", "xrange"}
)


def is_unbound(m: Analysis, state: State, value: Value) -> bool:
    """Is it the value of a name that this path has not bound yet, though the script does so later?"""
    if not isinstance(value, Symbol):
        return False
    if is_unset(value) and m.context.function.kind == "module":
        return _binds_later(m, state, str(value.key[1]))
    return value.key == ("global", m.context.module, value.key[-1]) and _binds_later(m, state, str(value.key[-1]))


def is_left_unset(m: Analysis, state: State, value: Value) -> bool:
    """Has this path not set the variable, and nothing else either? What a script reads may come from a star import."""
    return is_unset(value) and (m.context.function.kind != "module" or is_unbound(m, state, value))


def is_bound_unseen(m: Analysis, key: Key) -> bool:
    """Is it the name of what stands under a global name that nothing binds, in a file with code that may bind any?"""
    loaded = m.program.modules.get(str(key[1])) if key[0] == "global" else None
    if loaded is None:
        return False
    functions = (loaded.module.body, *loaded.module.functions)
    return any(not function.mentions.isdisjoint(_BINDERS) for function in functions)


def _binds_later(m: Analysis, state: State, name: str) -> bool:
    path = m.context.module
    loaded = m.program.modules.get(path)
    if (
        loaded is None
        or path != m.program.script
        or path.endswith(".ipynb")
        or hasattr(builtins, name)
        or name in _FORMER
    ):
        return False
    if any(loop == m.scope.client_loop for loop, _ in state.loops) or any(c.function.is_generator for c in m.stack):
        return False  # the script has ended; a generator runs when something is asked of it
    module = loaded.module
    return name in module.body.locals and module.body.mentions.isdisjoint(_BINDERS) and not _binds_unseen(module, name)


def _binds_unseen(module: Module, name: str) -> bool:
    """May a function bind the name, or an import of everything?"""
    return any(
        isinstance(i, StoreGlobal) and i.name == name or isinstance(i, ImportFrom) and i.name == "*"
        for function in (module.body, *module.functions)
        for i in instructions_of(function.body)
    )
