"""Optimisers of a LightningModule under manual optimisation: what `configure_optimizers` makes, once. Floor 3.

lightning/pytorch/core/module.py and core/optimizer.py of lightning 2.6: `_init_optimizers_and_lr_schedulers` reads the result,
`optimizers` gives it, `toggle_optimizer` switches off what the other optimisers own.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from retain_lint.domain.assume import resolve
from retain_lint.domain.heap import (
    DictRecord,
    InstanceRecord,
    ListRecord,
    OptimizerRecord,
    TensorRecord,
    lookup,
    replace_pair,
)
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, BoundMethod, External, FunctionValue, Known, Partial, Ref, Tuple, Value
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.library_model import LibraryModel
from retain_lint.interpreter.heap.iterables import concrete_items
from retain_lint.interpreter.heap.known_records import instance_at, tensor_at
from retain_lint.interpreter.heap.objects import class_attribute, external_bases
from retain_lint.torch_api.frameworks import LIGHTNING_MODULE

_NAMES = frozenset({"optimizers", "toggle_optimizer", "untoggle_optimizer"})
#: what the trainer keeps, under names that no program can write
_MADE, _TOGGLED = "%optimizers", "%toggled"


class LightningOptimizers(LibraryModel):
    """See the module's text."""

    attributes = _NAMES
    functions = frozenset(f"{LIGHTNING_MODULE}.{name}" for name in _NAMES)

    def attribute(self, m: Analysis, state: State, value: Value, name: str, found: Value) -> Value | None:
        record = state.record(value)
        if not isinstance(record, InstanceRecord) or External(LIGHTNING_MODULE) not in external_bases(
            state, record.cls
        ):
            return None
        return Partial(External(f"{LIGHTNING_MODULE}.{name}"), (value,), ())

    def call(self, m: Analysis, state: State, name: str, request: CallRequest) -> list[Outcome] | None:
        module = request.first()
        record = state.record(module) if module is not None else None
        if not isinstance(module, Ref) or not isinstance(record, InstanceRecord):
            return None
        if name.endswith(".optimizers"):
            return _give(m, state, module, record, request)
        toggled = request.argument(("self", "optimizer"), "optimizer") or NONE
        if name.endswith(".toggle_optimizer"):
            _toggle(state, module, record, toggled)
        else:
            _untoggle(state, module, record)
        return [Outcome(state, NONE)]


def _give(m: Analysis, state: State, module: Ref, record: InstanceRecord, request: CallRequest) -> list[Outcome] | None:
    """`self.optimizers()`: the one that there is, or a list."""
    known = lookup(record.attributes, _MADE)
    if known is not None:
        return [Outcome(state, known)]
    configure = class_attribute(state, record.cls, "configure_optimizers")
    if not isinstance(configure, FunctionValue):
        return None
    outcomes = m.interpreter.call_value(
        m, state, BoundMethod(module, configure), (), {}, request.span, request.instruction
    )
    return [outcome if outcome.raised else _keep(m, outcome, module) for outcome in outcomes]


def _keep(m: Analysis, configured: Outcome, module: Ref) -> Outcome:
    state = configured.state
    found = _optimizers_in(state, resolve(state, configured.value))
    if found is None:
        return Outcome(state, m.symbol("optimizer", plain=True))
    given = found[0] if len(found) == 1 else Tuple(found)
    _set(state, module, _MADE, given)
    return Outcome(state, given)


def _optimizers_in(state: State, value: Value) -> tuple[Value, ...] | None:
    """The optimisers in what `configure_optimizers` returns: one or several, each alone or in a dictionary with its scheduler;
    or two lists, of optimisers and of schedulers. None if it is something else."""
    record = state.record(value)
    if isinstance(record, OptimizerRecord):
        return (value,)
    if isinstance(record, DictRecord):
        return next((_optimizers_in(state, item) for key, item in record.items if key == Known("optimizer")), None)
    items = concrete_items(state, value)
    if not items:
        return None
    if len(items) == 2 and all(_is_list(state, item) for item in items):
        items = concrete_items(state, items[0]) or ()
    each = [_optimizers_in(state, resolve(state, item)) for item in items]
    return tuple(one[0] for one in each if one) if all(each) else None


def _is_list(state: State, value: Value) -> bool:
    return isinstance(state.record(value), ListRecord) or isinstance(value, Tuple)


def _toggle(state: State, module: Ref, record: InstanceRecord, toggled: Value) -> None:
    """Nothing but what the optimiser owns requires grad, until it is toggled back."""
    chosen, made = state.record(toggled), lookup(record.attributes, _MADE)
    if not isinstance(chosen, OptimizerRecord) or made is None:
        return
    others = (state.record(item) for item in (made.items if isinstance(made, Tuple) else (made,)))
    leaves = dict.fromkeys(leaf for other in others if isinstance(other, OptimizerRecord) for leaf in other.leaves)
    before = tuple(
        Tuple((Ref(leaf), Known(tensor.requires_grad.name)))
        for leaf in leaves
        if leaf not in chosen.leaves and isinstance(tensor := state.get(leaf), TensorRecord)
    )
    _set(state, module, _TOGGLED, Tuple(before))
    _write_flags(state, ((leaf, Ternary.NO) for leaf, _ in _flags(before)))


def _untoggle(state: State, module: Ref, record: InstanceRecord) -> None:
    before = lookup(record.attributes, _TOGGLED)
    if isinstance(before, Tuple):
        _write_flags(state, _flags(before.items))
        _set(state, module, _TOGGLED, Tuple(()))


def _flags(pairs: Iterable[Value]) -> list[tuple[int, Ternary]]:
    """The leaves and their flags, as they were noted."""
    each = [pair.items for pair in pairs if isinstance(pair, Tuple)]
    return [
        (leaf.address, Ternary[str(flag.value)])
        for leaf, flag in each
        if isinstance(leaf, Ref) and isinstance(flag, Known)
    ]


def _write_flags(state: State, flags: Iterable[tuple[int, Ternary]]) -> None:
    for leaf, flag in flags:
        state.update_tensor(leaf, tensor_at(state, leaf), requires_grad=flag)


def _set(state: State, module: Ref, name: str, value: Value) -> None:
    record = instance_at(state, module.address)
    state.put(module.address, replace(record, attributes=replace_pair(record.attributes, name, value)))
