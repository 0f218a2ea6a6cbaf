"""Records whose kind is known: an object's kind never changes. Floor 3."""

from __future__ import annotations

from retain_lint.domain.heap import InstanceRecord, TensorRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import Address


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
