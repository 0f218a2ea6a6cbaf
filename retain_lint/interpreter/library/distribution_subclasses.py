"""Distributions of the program's own: what they inherit from torch's acts on a distribution behind them. Floor 3.

It is built on what the constructor was given, like one that the program makes of torch's class itself.
"""

from __future__ import annotations

from retain_lint.domain.state import State
from retain_lint.domain.value import External, Ref, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.library_model import LibraryModel


class DistributionSubclasses(LibraryModel):
    """See the module's text."""

    part = "%distribution"

    def is_base(self, name: str) -> bool:
        return name.startswith("torch.distributions.")

    def build(self, m: Analysis, state: State, made: Ref, base: External, request: CallRequest) -> Value | None:
        return m.interpreter.call_opaque(m, state, base, request)

    def inherits(self, state: State, part: Value, name: str) -> bool:
        return name != "__init__"
