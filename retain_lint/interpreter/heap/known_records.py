"""Where the records of values are, and records whose kind is known: an object's kind never changes. Floor 3."""

from __future__ import annotations

from retain_lint.domain.heap import InstanceRecord, TensorRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import Address, Ref, Symbol, Value


def address_of(state: State, value: Value) -> Address | None:
    """The address of the record behind a reference, also behind a symbol that was made a tensor."""
    if isinstance(value, Ref):
        return value.address
    return state.tensors.get(value.key) if isinstance(value, Symbol) else None


def tensor_at(state: State, address: Address) -> TensorRecord:
    """The record of a leaf, or another tensor. Raises KeyError for one that this path does not know."""
    record = state.at(address)
    assert isinstance(record, TensorRecord)
    return record


def instance_at(state: State, address: Address) -> InstanceRecord:
    """The record of an object of a class of the project's. Raises KeyError for one that this path does not know."""
    record = state.at(address)
    assert isinstance(record, InstanceRecord)
    return record
