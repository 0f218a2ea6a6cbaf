"""Runs of modules: the top level of a file on one path, and what an import leaves on it. Floor 3."""

from __future__ import annotations

from pathlib import Path

from retain_lint.domain.base import take_base
from retain_lint.domain.state import Frame, State
from retain_lint.interpreter.context.analysis import Analysis, CallContext
from retain_lint.interpreter.context.budget import MAX_IMPORT_DEPTH
from retain_lint.interpreter.context.completions import Exits
from retain_lint.interpreter.context.module_snapshots import take_image
from retain_lint.interpreter.heap.registries import open_registries
from retain_lint.interpreter.paths.blocks import run_block

#: files that are followed for one; the others stay unseen
MAX_MODULES = 60


def run_top_level(m: Analysis, state: State, path: str) -> list[State]:
    """Runs the top level of a registered module on one path; gives the paths that reach its end, or, if none does, those that an
    exception ends. There are none if the budget ended the others: `state` is what is left."""
    loaded = m.program.modules[path]
    assert loaded is not None
    frame = m.program.globals.setdefault(path, m.fresh())
    state.enter_frame(frame, Frame({}))
    mode, loops = state.grad_mode, state.loops
    m.stack.append(CallContext(frame, loaded.module.body, path))
    m.bases.append(take_base(state, m.counter + 1, m.graph))
    exits = Exits()
    try:
        ended = run_block(m, loaded.module.body.body, [state], exits)
        if not ended and not exits.raised:  # a run without an end: what it had defined so far is left
            state.grad_mode, state.loops = mode, loops
        return ended or ([] if m.budget.spent else exits.raised)
    finally:
        m.bases.pop()
        m.stack.pop()


def run_module(m: Analysis, state: State, path: str) -> None:
    """Runs a module of the project for its definitions, on the first path that imports it; the others get its image."""
    if m.program.globals.get(path) in state.frames:
        return
    if path in m.program.images:
        _lay_image(m, state, path)
        return
    if path not in m.program.modules:
        if len(m.program.modules) > MAX_MODULES:
            m.ledger.budget_cuts["modules"] += 1
            return
        loaded = m.program.project.load(Path(path))
        m.program.modules[path] = loaded
        if loaded is not None:
            m.program.register(path, loaded)
    if m.program.modules[path] is None or len(m.program.imports) > MAX_IMPORT_DEPTH:
        return
    m.program.imports.append(path)
    left = m.budget.start_import()
    needs = tuple(
        other for other, frame in m.program.globals.items() if frame in state.frames and other != m.program.script
    )
    before = state.fork()
    states = run_top_level(m, state, path) or [state]
    package = m.program.project.find(path, "", 1)
    if package is not None and str(package) not in m.program.globals:
        # The package is not run, nor what it imports for its effects.
        open_registries(states[0], m.program.globals[path], tables=False)
    image = take_image(before, states[0], needs)
    if image is not None:
        m.program.images[path] = image
        states[0].crowded = before.crowded  # the ways by which its definitions came about decide nothing later
    m.budget.end_import(left)
    m.program.imports.pop()
    if states[0] is not state:
        state.adopt(states[0])


def _lay_image(m: Analysis, state: State, path: str) -> None:
    """Files that import each other are laid one after the other: each is there when it is needed again."""
    m.program.images[path].lay(state)
    for other in m.program.images[path].needs:
        run_module(m, state, other)
