"""Global variables that a client may have set before it calls anything: constants for which a file offers a setter. Floor 3."""

from __future__ import annotations

from retain_lint.domain.state import State
from retain_lint.domain.value import Known, Symbol
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.drivers.settable_parts import open_parts
from retain_lint.ir.model import Function, LoadGlobal, Module, StoreGlobal
from retain_lint.ir.walk import instructions_of


def open_settable(m: Analysis, state: State) -> State:
    """The state in which clients begin: what `def set_buffer(buffer): global BUFFER; BUFFER = buffer` sets, and is a constant
    yet, is unknown, in each file that is loaded. What a function sets only if it finds nothing there stays."""
    opened = state.fork()
    for path, number in m.program.globals.items():
        loaded = m.program.modules.get(path)
        if loaded is None or number not in opened.frames:
            continue
        open_parts(m, opened, loaded.module, number)
        for name in sorted(_settable(loaded.module)):
            if isinstance(opened.variables(number).get(name), Known):
                opened.registers(number)[name] = Symbol(("global", path, name))
    return opened


def _settable(module: Module) -> frozenset[str]:
    return frozenset().union(*(_sets(function) for function in module.functions))


def _sets(function: Function) -> set[str]:
    """The global variables that a function sets without reading them."""
    body = tuple(instructions_of(function.body))
    stored = {i.name for i in body if isinstance(i, StoreGlobal)}
    return stored and stored - {i.name for i in body if isinstance(i, LoadGlobal)}
