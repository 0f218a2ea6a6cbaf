"""A class, or a function that makes models, picked from several by an unknown value (`getattr(torch.optim, name)`,
`CRITERIA[name]`). Floor 3."""

from __future__ import annotations

from collections.abc import Sequence

from retain_lint.domain.heap import ClassRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import External, FunctionValue, Key, Namespace, Symbol, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.torch_api.lookup import find_optimizer, makes_model

#: an optimiser of which no more is known than that it is one
_OPTIMIZER = "torch.optim.Optimizer"
#: packages whose members are called to make modules
_MAKING = frozenset({"torch.nn", "torchvision.models"})


def pick_attribute(m: Analysis, state: State, holder: Value, key: Key) -> Value | None:
    """An attribute of a module, whose name cannot be seen; None for anything else."""
    if isinstance(holder, External):
        return pick_member(holder, key)
    if isinstance(holder, Namespace):
        m.interpreter.run_module(m, state, holder.path)
        frame = state.frames.get(m.program.globals.get(holder.path, -1))
        named = [] if frame is None else [(v, _file_of(state, v)) for v in frame.variables.values()]
        own = [value for value, file in named if file == holder.path]
        gathered = [value for value, file in named if file is not None]
        return pick_value(state, own or gathered, key)  # a package may do no more than to gather its files' classes
    return None


def pick_member(package: External, key: Key) -> Value | None:
    """One of the classes of torch.optim or torch.nn, or of the models of torchvision."""
    if package.name == "torch.optim":
        return External(_OPTIMIZER)
    return Symbol(("class", key)) if package.name in _MAKING else None


def pick_value(state: State, values: Sequence[Value], key: Key) -> Value | None:
    """One of several values: an optimiser's class or some class (a maker of models counts as one), if all of them are;
    else None."""
    if values and all(isinstance(value, External) and find_optimizer(value.name) for value in values):
        return External(_OPTIMIZER)
    if values and all(_is_class(state, value) for value in values):
        return Symbol(("class", key))
    return None


def _is_class(state: State, value: Value) -> bool:
    if isinstance(value, External):
        return value.name.rpartition(".")[2][:1].isupper() or makes_model(value.name)
    return isinstance(state.record(value), ClassRecord)


def _file_of(state: State, value: Value) -> str | None:
    """The file that defines a function or a class; None for other values."""
    record = state.record(value)
    if isinstance(record, ClassRecord):
        return record.module
    return value.module if isinstance(value, FunctionValue) else None
