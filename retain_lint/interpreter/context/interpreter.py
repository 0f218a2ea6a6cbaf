"""The open recursion: what lower floors of the interpreter ask of higher ones. Floor 3.

A transfer function may have to call a function, import a module, or hand a value to opaque code; how that is done stands
floors above. drivers/ fills in the one instance.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

from retain_lint.domain.state import Frame, State
from retain_lint.domain.value import FunctionValue, Value
from retain_lint.ir.model import Call
from retain_lint.source import Span

if TYPE_CHECKING:
    from retain_lint.interpreter.context.analysis import Analysis, CallContext, Outcome
    from retain_lint.interpreter.context.call_request import CallRequest


class Interpreter(Protocol):
    """Runs calls, functions and modules; each on one path, with the outcomes of all paths that come of it."""

    def call_value(
        self,
        m: Analysis,
        state: State,
        function: Value,
        positional: tuple[Value, ...],
        keywords: Mapping[str, Value],
        span: Span,
        instruction: Call | None = None,
    ) -> list[Outcome]:
        """Calls any value."""

    def run_function(
        self, m: Analysis, state: State, function: FunctionValue, frame: Frame, context: CallContext
    ) -> list[Outcome]:
        """Runs the body of a function in a frame."""

    def run_module(self, m: Analysis, state: State, path: str) -> None:
        """Makes the top level of a module of the project available to a path."""

    def call_opaque(self, m: Analysis, state: State, callee: Value, request: CallRequest) -> Value:
        """What a callee without source returns."""

    def call_opaque_module(self, m: Analysis, state: State, module: Value, request: CallRequest) -> Value:
        """What the forward of a module without source returns."""

    def call_opaque_tensor_method(
        self, m: Analysis, state: State, receiver: Value, name: str, request: CallRequest
    ) -> Value:
        """What a method without source returns, called on what may be a tensor."""

    def call_module_method(
        self, m: Analysis, state: State, receiver: Value, name: str, request: CallRequest
    ) -> list[Outcome]:
        """A method that every torch module has."""
