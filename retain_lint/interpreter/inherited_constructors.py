"""What the inherited constructors of classes outside the project keep of what they are given. Floor 3."""

from __future__ import annotations

from retain_lint.domain.state import State
from retain_lint.domain.value import Value
from retain_lint.interpreter.container_classes import init_container
from retain_lint.interpreter.distribution_classes import init_distribution
from retain_lint.interpreter.machine import Machine
from retain_lint.interpreter.request import CallRequest
from retain_lint.interpreter.wrapped_modules import init_wrapper


def init_inherited(m: Machine, state: State, made: Value, request: CallRequest) -> None:
    """Runs the constructors of a distribution, a container or a wrapper of models, where the class derives from one."""
    init_distribution(m, state, made, request)
    init_container(m, state, made, request)
    init_wrapper(m, state, made, request)
