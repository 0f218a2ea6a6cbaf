"""Entry points: what of a file is run, in which order, from which state. Floor 3.

The module's own code is run first, as a script; then the files of the project that import it and lead to what it did not run
itself; what is left is driven as a client would (clients.py). All of it adds to one ledger.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path

from retain_lint.domain.canonical import take_base
from retain_lint.domain.finding import Finding
from retain_lint.domain.gradients import SiteId
from retain_lint.domain.state import Frame, State
from retain_lint.interpreter import calls, engine, layers, opaque
from retain_lint.interpreter.clients import run_clients
from retain_lint.interpreter.exits import Exits
from retain_lint.interpreter.function_runs import run_function
from retain_lint.interpreter.images import take_image
from retain_lint.interpreter.machine import MAX_IMPORT_DEPTH, MAX_TOTAL_STEPS, Budget, CallContext, Machine
from retain_lint.interpreter.reachability import ENGINE_WORDS, Engines, called_as, spread
from retain_lint.interpreter.stepping import finish_gradients
from retain_lint.interpreter.verdicts import find_idle_retains, read_verdicts
from retain_lint.ir.model import Function, MakeClass
from retain_lint.ir.walk import instructions_of
from retain_lint.project import LoadedModule, Project

#: files that import the one that is analysed, of which this many are run
MAX_IMPORTERS = 3
#: files that mention it, of which this many are parsed to see whether they import it
MAX_PARSED = 8
#: files that are followed for one; the others stay unseen
MAX_MODULES = 60
#: instructions of an imported module's own code
IMPORT_STEPS = 20_000


@dataclass(frozen=True, slots=True)
class Statistics:
    """What the analysis did: budgets that cut it short, by kind."""

    budget_cuts: dict[str, int] = field(default_factory=dict)
    entries: int = 0
    steps: int = 0

    def counts(self) -> dict[str, int]:
        """The counters by name."""
        cuts = {f"{name} budget cuts": count for name, count in sorted(self.budget_cuts.items())}
        return {"entry points": self.entries, "instructions": self.steps, **cuts}


@dataclass(frozen=True, slots=True)
class Report:
    """The findings of one file, in order of their places."""

    findings: tuple[Finding, ...]
    statistics: Statistics


def analyse(loaded: LoadedModule, project: Project) -> Report:
    """Runs every entry point of a file and reads the verdicts."""
    m = make_machine(loaded, project)
    states = run_script(m)
    for ended in states:
        finish_gradients(m, ended)
    entries = 1
    if states:
        entries += _run_importers(m, states[0], loaded, m.main)
        entries += run_clients(m, states[0], m.main, loaded, Engines(m))
    statistics = Statistics(dict(m.ledger.budget_cuts), entries, m.total_steps)
    return Report(tuple(read_verdicts(m)), statistics)


def make_machine(loaded: LoadedModule, project: Project) -> Machine:
    """What an analysis of a file begins with."""
    m = Machine(project, run_function, calls.call_value, run_module)
    m.opaque = opaque.call_opaque
    m.opaque_module = opaque.call_opaque_module
    m.opaque_tensor_method = opaque.call_opaque_tensor_method
    m.module_method = layers.call_module_method
    path = str(Path(loaded.source.path).absolute())
    m.main = m.script = path
    m.register_as(path, loaded)
    return m


def run_script(m: Machine) -> list[State]:
    """Runs the file's own code as a script; gives the paths that reach its end."""
    return _run_top_level(m, State(), m.main)


def _run_importers(m: Machine, state: State, loaded: LoadedModule, path: str) -> int:
    """Runs files that use what this one offers and does not run itself, or retains for nothing when it does: as scripts, then
    the scripts behind them, then what none of these has run as clients would."""
    offered = [f for f in loaded.module.functions if id(f) not in m.executed and f.mentions & ENGINE_WORDS]
    idle = _idle_retains(m, loaded)
    offered += idle  # these were run
    if not offered:
        return 0
    calls = _leading_to(loaded, offered)
    names, users = _find_users(m, path, loaded, offered, calls)
    if not users:  # they are called, or their objects are made, by functions of the file that others use
        calls = _leading_to(loaded, offered, names)
        leading = [f for f in loaded.module.functions if called_as(f) in calls]
        names, users = _find_users(m, path, loaded, [*offered, *leading], calls)
        m.ceiling = (m.total_steps + MAX_TOTAL_STEPS) // 2  # half of what is left is for the file's own clients
    cuts = m.ledger.budget_cuts["steps"]
    ended = {user: _run_as_script(m, state, user) for user in users}
    scripts = [] if _all_ran(m, offered) else _scripts_behind(m, users, names, path)
    behind = {script: _run_as_script(m, state, script) for script in scripts}
    entries = len(users) + len(scripts)
    targets = {id(function): called_as(function) for function in offered}
    inherited = {script: run for script, run in behind.items() if _inherits(m, script, users)}
    for user, states in (inherited | ended).items():  # a base class is best seen in what is made of it
        other = m.project.load(user)
        if other is not None and states:
            m.script = str(user)
            entries += run_clients(m, states[0], str(user), other, Engines(m, targets))
    m.script, m.ceiling = path, MAX_TOTAL_STEPS
    m.unfollowed = m.ledger.budget_cuts["steps"] > cuts
    for number in chain.from_iterable(idle.values()):
        m.ledger.retains[number].escaped |= m.unfollowed
    return entries


def _idle_retains(m: Machine, loaded: LoadedModule) -> dict[Function, list[SiteId]]:
    """The functions by which the file's own code retains graphs that it does not enter again: another file may."""
    calls = {id(m.ledger.sites[number].instruction): number for number in find_idle_retains(m)}
    held = [f for f in loaded.module.functions if calls and f.kind == "function" and id(f) in m.executed]
    found = {f: [calls[id(i)] for i in instructions_of(f.body) if id(i) in calls] for f in held}
    return {function: numbers for function, numbers in found.items() if numbers}


def _find_users(
    m: Machine, path: str, loaded: LoadedModule, functions: list[Function], calls: frozenset[str]
) -> tuple[frozenset[str], list[Path]]:
    """The names under which a file offers these functions, and the files that use one of them."""
    names = _with_subclasses(loaded, {function.qualname.partition(".")[0] for function in functions})
    return names, _users(m, path, names, calls)


def _all_ran(m: Machine, functions: list[Function]) -> bool:
    return all(id(function) in m.executed for function in functions)


def _leading_to(loaded: LoadedModule, functions: list[Function], names: frozenset[str] = frozenset()) -> frozenset[str]:
    """The names by which functions are called, or others of their file that call them or mention one of `names`."""
    mentioned = [(called_as(function), function.mentions) for function in loaded.module.functions]
    return spread([*map(called_as, functions), *names], mentioned)


def _users(m: Machine, path: str, names: frozenset[str], calls: frozenset[str] = frozenset()) -> list[Path]:
    """The files that use a file's `names`: first those that mention one of `calls`, then the closest."""
    mentioning = m.project.importers(path, names, calls)[:MAX_PARSED]
    return list(islice((file for file in mentioning if m.project.uses(file, Path(path))), MAX_IMPORTERS))


def _scripts_behind(m: Machine, users: list[Path], names: frozenset[str], path: str) -> list[Path]:
    """The files that use what the users of `names` make of them."""
    found: dict[Path, None] = {}
    for user in users:
        loaded = m.project.load(user)
        if loaded is not None:
            using = {f.qualname.partition(".")[0] for f in loaded.module.functions if f.mentions & names}
            found.update(dict.fromkeys(_users(m, str(user), _with_subclasses(loaded, using | names))))
    return [file for file in found if file not in users and str(file) != path][:MAX_IMPORTERS]


def _inherits(m: Machine, file: Path, others: list[Path]) -> bool:
    """Does a class of the file have a base in one of the others?"""
    bases = {text.rpartition(".")[2] for made in _classes(m.project.load(file)) for text in made.base_texts}
    return any(made.name in bases for other in others for made in _classes(m.project.load(other)))


def _classes(loaded: LoadedModule | None) -> list[MakeClass]:
    return [i for i in instructions_of(loaded.module.body.body) if isinstance(i, MakeClass)] if loaded else []


def _run_as_script(m: Machine, state: State, file: Path) -> list[State]:
    other = m.project.load(file)
    if other is None:
        return []
    m.script = str(file)
    m.start_entry()
    return _run_importer(m, state, str(file), other)


def _with_subclasses(loaded: LoadedModule, names: set[str]) -> frozenset[str]:
    """The names and those of the file's classes that inherit from them."""
    for made in _classes(loaded):  # a base stands before its subclasses
        if names & {text.rpartition(".")[2] for text in made.base_texts}:
            names = names | {made.name}
    return frozenset(names)


def _run_importer(m: Machine, state: State, path: str, loaded: LoadedModule) -> list[State]:
    """The states after an importer's own code; one that the analysed file imports itself has been run already."""
    if m.globals.get(path) in state.frames:
        return [state.fork()]
    if path not in m.modules:
        m.register_as(path, loaded)
    ended = _run_top_level(m, state.fork(), path)
    for last in ended:
        finish_gradients(m, last)
    return ended


def _run_top_level(m: Machine, state: State, path: str) -> list[State]:
    loaded = m.modules[path]
    assert loaded is not None
    frame = m.globals.setdefault(path, m.fresh())
    state.frames[frame] = Frame({})
    mode, loops = state.grad_mode, state.loops
    m.stack.append(CallContext(frame, loaded.module.body, path))
    m.bases.append(take_base(state, m.counter + 1, m.graph))
    exits = Exits()
    try:
        ended = engine.run_block(m, loaded.module.body.body, [state], exits)
        if not ended and not exits.raised:  # a run without an end: what it had defined so far is left
            state.grad_mode, state.loops = mode, loops
        return ended or exits.raised or [state]
    finally:
        m.bases.pop()
        m.stack.pop()


def run_module(m: Machine, state: State, path: str) -> None:
    """Runs a module of the project for its definitions, on the first path that imports it; the others get its image."""
    if m.globals.get(path) in state.frames:
        return
    if path in m.images:
        _lay_image(m, state, path)
        return
    if path not in m.modules:
        if len(m.modules) > MAX_MODULES:
            m.ledger.budget_cuts["modules"] += 1
            return
        loaded = m.project.load(Path(path))
        m.modules[path] = loaded
        if loaded is not None:
            m.register_as(path, loaded)
    if m.modules[path] is None or len(m.imports) > MAX_IMPORT_DEPTH:
        return
    m.imports.append(path)
    budget, m.budget = m.budget, Budget(IMPORT_STEPS)
    needs = tuple(other for other, frame in m.globals.items() if frame in state.frames and other != m.script)
    before = state.fork()
    states = _run_top_level(m, state, path)
    image = take_image(before, states[0], needs)
    if image is not None:
        m.images[path] = image
        states[0].crowded = before.crowded  # the ways by which its definitions came about decide nothing later
    m.budget = budget
    m.imports.pop()
    if states[0] is not state:
        state.adopt(states[0])


def _lay_image(m: Machine, state: State, path: str) -> None:
    """Files that import each other are laid one after the other: each is there when it is needed again."""
    m.images[path].lay(state)
    for other in m.images[path].needs:
        run_module(m, state, other)
