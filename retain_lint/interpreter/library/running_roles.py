"""Roles of torch's and the frameworks' names that run the engine, a step or code of the project. Floor 3."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from retain_lint.domain.loaded import SCHEDULER
from retain_lint.domain.state import State
from retain_lint.domain.value import Value
from retain_lint.interpreter.autograd.custom_functions import run_checkpoint
from retain_lint.interpreter.autograd.engine_calls import BACKWARD, run_backward, run_grad
from retain_lint.interpreter.autograd.optimizers import step
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.torch_api.spec import ControlSpec, Forwards, Role

#: the key of an object of a framework's class: GradScaler, Fabric, Accelerator
ENGINE = "engine"

_Run: TypeAlias = Callable[[Analysis, State, ControlSpec, Value, CallRequest], "list[Outcome]"]


def _run_backward(
    m: Analysis, state: State, control: ControlSpec, subject: Value, request: CallRequest
) -> list[Outcome]:
    return run_backward(m, state, subject, control.parameters, request)


def _run_grad(m: Analysis, state: State, control: ControlSpec, subject: Value, request: CallRequest) -> list[Outcome]:
    return run_grad(m, state, control.parameters, request)


def _make_engine(
    m: Analysis, state: State, control: ControlSpec, subject: Value, request: CallRequest
) -> list[Outcome]:
    return [Outcome(state, m.symbol(ENGINE, control.name))]


def _make_scheduler(
    m: Analysis, state: State, control: ControlSpec, subject: Value, request: CallRequest
) -> list[Outcome]:
    return [Outcome(state, m.symbol(SCHEDULER, control.name, plain=True))]


def _step_given(m: Analysis, state: State, control: ControlSpec, subject: Value, request: CallRequest) -> list[Outcome]:
    return step(m, state, subject, request.drop(1))


def _run_checkpoint(
    m: Analysis, state: State, control: ControlSpec, subject: Value, request: CallRequest
) -> list[Outcome]:
    if not request.positional:
        return [Outcome(state, m.symbol("value", plain=True))]
    return run_checkpoint(m, state, control, request)


def _run_wrapper(
    m: Analysis, state: State, control: ControlSpec, subject: Value, request: CallRequest
) -> list[Outcome]:
    """An object's backward(loss, ...), with what it hands on (SEMANTICS.md G)."""
    forwarded = request.drop(1)
    if control.forwards is not Forwards.ALL:
        forwarded = replace(forwarded, positional=())
    if control.forwards is Forwards.RETAIN_GRAPH:
        retain = request.argument(control.parameters, "retain_graph")
        forwarded = replace(forwarded, keywords={} if retain is None else {"retain_graph": retain})
    elif control.may_step and control.forwards is Forwards.ALL and forwarded.positional:
        unseen = m.symbol("retain", plain=True)  # no class is seen: the flag may stand anywhere
        forwarded = replace(forwarded, positional=(), keywords={"retain_graph": unseen, **forwarded.keywords})
    return run_backward(m, state, subject, BACKWARD, forwarded)


RUNNING_ROLES: dict[Role, _Run] = {
    Role.BACKWARD: _run_backward,
    Role.AUTOGRAD_BACKWARD: _run_backward,
    Role.AUTOGRAD_GRAD: _run_grad,
    Role.ENGINE_WRAPPER: _run_wrapper,
    Role.ENGINE: _make_engine,
    Role.SCHEDULER: _make_scheduler,
    Role.SCALER_STEP: _step_given,
    Role.CHECKPOINT: _run_checkpoint,
}
