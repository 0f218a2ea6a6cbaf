"""Names of modules: globals, builtins, and what imports bind. Floor 3."""

from __future__ import annotations

import builtins
from pathlib import Path
from typing import cast

from retain_lint.domain.state import Frame, State
from retain_lint.domain.value import External, Known, Namespace, Symbol, Value, external
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.budget import MAX_IMPORT_DEPTH
from retain_lint.interpreter.context.registers import write
from retain_lint.ir.model import Const, ImportFrom, Instruction
from retain_lint.ir.operands import writes
from retain_lint.ir.walk import instructions_of
from retain_lint.torch_api.star_imports import find_starred

#: what each module has of its own: `__package__` is None in a script, and a name in what is run by `python -m`
_OWN = frozenset({"__doc__", "__loader__", "__package__", "__spec__"})
_BUILTINS = frozenset(dir(builtins)) - _OWN
#: where a module's frame keeps the foreign packages of which it imports everything, in their order: no name of a program, and
#: no register, which loops forget
_STARS = "import *"
#: by these a file may bind names that it does not write
_BINDING = frozenset({"exec", "globals", "setattr", "vars"})


def load_global(m: Analysis, state: State, path: str, name: str) -> Value:
    """A module-level name of a file, else a builtin."""
    found = _global(m, state, path, name)
    if found is not None:
        return found
    if name in _BUILTINS or name == "__name__":
        return External(f"builtins.{name}")
    return Symbol(("global", path, name))


def _global(m: Analysis, state: State, path: str, name: str) -> Value | None:
    """What a file binds the name to, else what it has of a foreign package of which it imports everything. One that it
    imported from a file which was still being run is looked up again there: in a cycle of imports, the checked file is run
    first, which Python would have begun elsewhere."""
    found: Value | None = None
    for _ in range(MAX_IMPORT_DEPTH):
        frame = state.frames.get(m.program.globals.get(path, -1))
        bound = None if frame is None else frame.variables.get(name)
        if (path, name) in m.scope.switches:
            return bound if isinstance(bound, Symbol) else Symbol(("global", path, name), plain=True)
        found = bound or found
        if bound is None and found is None and frame is not None:
            starred = find_starred(_star_imports(frame), name)
            return None if starred is None else external(starred)
        if not isinstance(bound, Symbol) or bound.key[0] != "global":
            break
        _, path, name = cast("tuple[str, str, str]", bound.key)
    return found


def bind_constant(m: Analysis, state: State, i: Const) -> None:
    """Binds a literal. One that is taken to be unknown, and set again, may have been set to something else before."""
    path, value = m.context.module, cast(Value, Known(... if i.ellipsis else i.value))
    if (path, i.target) in m.scope.switches and m.context.function.kind == "module":
        again = i.target in state.variables(m.frame)
        value = Symbol(
            ("switch", path, i.target, i.span.start_line) if again else ("global", path, i.target), plain=True
        )
    write(m, state, i.target, value)


def _star_imports(frame: Frame | None) -> tuple[str, ...]:
    """The foreign packages of which a module imports everything, in their order."""
    packages = None if frame is None else frame.variables.get(_STARS)
    return cast("tuple[str, ...]", packages.value) if isinstance(packages, Known) else ()


def module_attribute(m: Analysis, state: State, path: str, name: str) -> Value:
    """An attribute of a module of the project: one of its globals, else a submodule."""
    m.interpreter.run_module(m, state, path)
    found = _global(m, state, path, name)
    if found is not None:
        return found
    submodule = m.program.project.find(path, name, 1) if path.endswith("__init__.py") else None
    if submodule is not None:
        return Namespace(str(submodule))
    return Symbol(("global", path, name))


def import_module(m: Analysis, state: State, importer: str, module: str, whole: bool) -> Value:
    """`import module`: a file of the project when it is one, else the name of a foreign package."""
    top = module if whole else module.partition(".")[0]
    path = m.program.project.find(importer, top, 0)
    if path is not None:
        m.interpreter.run_module(m, state, str(path))
        return Namespace(str(path))
    return external(top)


def import_name(m: Analysis, state: State, importer: str, module: str, name: str, level: int) -> Value:
    """`from module import name`: an attribute of a file of the project, a submodule, or a foreign name."""
    path = m.program.project.find(importer, module, level)
    if path is None:
        dotted = f"{module}.{name}" if module else name
        submodule = m.program.project.find(importer, dotted, level)
        if submodule is not None:
            return Namespace(str(submodule))
        return external(dotted) if level == 0 else Symbol(("global", dotted, name))
    submodule = m.program.project.find(importer, f"{module}.{name}" if module else name, level)
    m.interpreter.run_module(m, state, str(path))
    found = module_attribute(m, state, str(path), name)
    if submodule is not None and isinstance(found, Symbol):
        return Namespace(str(submodule))
    lacking = level == 0 and _lacks(m, found, path, name)
    other = m.program.project.find_beyond(importer, module, path) if lacking else None
    further = found if other is None else module_attribute(m, state, str(other), name)
    return found if other is not None and _lacks(m, further, other, name) else further


def _lacks(m: Analysis, found: Value, path: Path, name: str) -> bool:
    """Is a name that was not found in a file bound nowhere there, for sure, so that another file must be meant?"""
    loaded = m.program.project.load(path) if found == Symbol(("global", str(path), name)) else None
    if loaded is None or not loaded.module.body.mentions.isdisjoint(_BINDING):
        return False
    return not any(_may_bind(i, name) for i in instructions_of(loaded.module.body.body))


def _may_bind(instruction: Instruction, name: str) -> bool:
    everything = isinstance(instruction, ImportFrom) and instruction.name == "*"
    return everything or not {name, "__getattr__"}.isdisjoint(writes(instruction))


def import_everything(m: Analysis, state: State, importer: str, module: str, level: int) -> dict[str, Value]:
    """`from module import *`: the public names of a file of the project, and what it has of foreign packages. Of a foreign
    package itself, its name: its own names are looked up when they are asked for."""
    path = m.program.project.find(importer, module, level)
    if path is None:
        return {_STARS: _add_stars(m, state, importer, (module,))} if level == 0 else {}
    m.interpreter.run_module(m, state, str(path))
    frame = m.program.globals.get(str(path))
    if frame is None or frame not in state.frames:
        return {}
    names = {n: v for n, v in state.variables(frame).items() if n != _STARS and not n.startswith(("_", "%"))}
    for file, name in m.scope.switches:
        if file == str(path) and name in names:
            names[name] = Symbol(("global", file, name), plain=True)
    packages = _star_imports(state.frames[frame])
    return names | {_STARS: _add_stars(m, state, importer, packages)} if packages else names


def _add_stars(m: Analysis, state: State, importer: str, packages: tuple[str, ...]) -> Known:
    earlier = _star_imports(state.frames.get(m.program.globals.get(importer, -1)))
    return Known((*earlier, *packages))
