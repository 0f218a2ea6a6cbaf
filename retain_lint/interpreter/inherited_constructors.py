"""What the inherited constructors of classes outside the project keep of what they are given. Floor 3."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from retain_lint.domain.heap import InstanceRecord, replace_pair
from retain_lint.domain.state import State
from retain_lint.domain.value import External, Ref, Value
from retain_lint.interpreter.attention import choose_attention
from retain_lint.interpreter.container_classes import init_container
from retain_lint.interpreter.distribution_classes import init_distribution
from retain_lint.interpreter.machine import Machine
from retain_lint.interpreter.objects import external_bases
from retain_lint.interpreter.request import CallRequest
from retain_lint.interpreter.wrapped_modules import init_wrapper
from retain_lint.torch_api.frameworks import KEPT_ARGUMENTS


def init_inherited(m: Machine, state: State, made: Value, request: CallRequest) -> None:
    """Runs the constructors of a distribution, a container, a wrapper of models or a base class that keeps what it is given,
    where the class derives from one."""
    init_distribution(m, state, made, request)
    init_container(m, state, made, request)
    init_wrapper(m, state, made, request)
    _keep_arguments(state, made, request)


def _keep_arguments(state: State, made: Value, request: CallRequest) -> None:
    record = state.record(made)
    if not (isinstance(record, InstanceRecord) and isinstance(made, Ref)):
        return
    attributes = record.attributes
    for name in _kept_by(external_bases(state, record.cls)):
        value = request.argument((name,), name)
        if value is not None:
            attributes = replace_pair(attributes, name, value)
            choose_attention(state, record, value)
    if attributes is not record.attributes:
        state.heap[made.address] = replace(record, attributes=attributes)


def _kept_by(bases: Iterable[Value]) -> list[str]:
    names = [base.name for base in bases if isinstance(base, External)]
    return [
        argument for end, kept in KEPT_ARGUMENTS.items() for argument in kept if any(n.endswith(end) for n in names)
    ]
