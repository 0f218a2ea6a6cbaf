"""Attributes that a path has not set, though another one has: to read one raises. Floor 3."""

from __future__ import annotations

from collections.abc import Iterable

from retain_lint.domain.heap import InstanceRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import Address, BoundMethod, External, FunctionValue, Ref, Symbol, Value
from retain_lint.interpreter.machine import Machine
from retain_lint.interpreter.objects import PLAIN_BASES, class_attribute, external_bases, method_order
from retain_lint.ir.model import SetAttr
from retain_lint.ir.walk import instructions_of

#: bases that set nothing that a class of the project uses as its own
_BARE = PLAIN_BASES | {"torch.nn.Module", "torch.nn.modules.module.Module"}


def note_open(m: Machine, values: Iterable[Value]) -> None:
    """Code that cannot be seen, or a computed name, may set any attribute of these objects."""
    for value in values:
        owner = value.receiver if isinstance(value, BoundMethod) else value
        if isinstance(owner, Ref):
            m.opened.add(owner.address)


def is_missing(m: Machine, state: State, value: Value) -> bool:
    """Is it what an object was asked for in vain, on this path? Paths of which nobody knows what they set are left out."""
    if not isinstance(value, Symbol) or value.key[0] != "attr" or not isinstance(value.key[1], tuple):
        return False
    holder = value.key[1][-1] if value.key[1][0] == "object" else None
    record = state.record(holder) if isinstance(holder, Ref) else None
    if not isinstance(record, InstanceRecord) or not isinstance(holder, Ref) or holder.address in m.opened:
        return False
    bases = external_bases(state, record.cls)
    seen = all(isinstance(base, External) and base.name in _BARE for base in bases)
    plain = class_attribute(state, record.cls, "__getattr__") is None
    name = str(value.key[-1])
    return seen and plain and (holder.address, name) in m.stored and not _is_set_elsewhere(m, state, record.cls, name)


def _is_set_elsewhere(m: Machine, state: State, cls: Address, name: str) -> bool:
    """Does a method set it that was never run? Nothing tells that it was not called before those that were."""
    running = {id(context.function) for context in m.stack}
    methods = [value for record in method_order(state, cls) for _, value in record.attributes]
    return any(
        isinstance(method, FunctionValue)
        and id(method.function) not in m.executed | running
        and any(isinstance(i, SetAttr) and i.name == name for i in instructions_of(method.function.body))
        for method in methods
    )
