"""Distributions of the program's own: what they inherit from torch's acts on a distribution behind them. Floor 3.

It is built on what the constructor was given, like one that the program makes of torch's class itself.
"""

from __future__ import annotations

from dataclasses import replace

from retain_lint.domain.heap import InstanceRecord, lookup, replace_pair
from retain_lint.domain.state import State
from retain_lint.domain.value import Address, External, Ref, Value
from retain_lint.interpreter.machine import Machine
from retain_lint.interpreter.objects import external_bases
from retain_lint.interpreter.request import CallRequest

#: the attribute that holds the distribution behind an object; no program can write this name
BEHIND = "%distribution"


def distribution_base(state: State, cls: Address) -> External | None:
    """The class of torch.distributions that a class derives from."""
    bases = (base for base in external_bases(state, cls) if isinstance(base, External))
    return next((base for base in bases if base.name.startswith("torch.distributions.")), None)


def distribution_behind(record: InstanceRecord) -> Value | None:
    """The distribution that the inherited names of an object act on."""
    return lookup(record.attributes, BEHIND)


def init_distribution(m: Machine, state: State, receiver: Value, request: CallRequest) -> None:
    """`super().__init__(loc, scale)` of such a class; nothing for any other. The request is without the receiver."""
    record = state.record(receiver)
    if not isinstance(record, InstanceRecord) or not isinstance(receiver, Ref):
        return
    base = distribution_base(state, record.cls)
    if base is not None:
        made = m.opaque(m, state, base, request)
        record = replace(record, attributes=replace_pair(record.attributes, BEHIND, made))
        state.heap[receiver.address] = record
