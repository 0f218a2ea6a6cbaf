"""A call's arguments, read from the registers. Floor 3."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from retain_lint.domain.state import State
from retain_lint.domain.value import BoundMethod, FunctionValue, Manager, Partial, Value
from retain_lint.interpreter.context.analysis import Outcome
from retain_lint.ir.model import Call
from retain_lint.source import Span


@dataclass(frozen=True, slots=True)
class CallRequest:
    """Positional values, keywords (`**` holds a mapping that could not be spread), and the call as written. `at_yield` is
    what a manager's function runs where it yields."""

    positional: tuple[Value, ...]
    keywords: dict[str, Value]
    span: Span
    instruction: Call
    at_yield: Callable[[State, Value], list[Outcome]] | None = None

    def argument(self, names: Sequence[str], name: str) -> Value | None:
        """The argument for a formal name, given the formal names in order; None when not given."""
        if name in self.keywords:
            return self.keywords[name]
        if name in names:
            position = list(names).index(name)
            if position < len(self.positional):
                return self.positional[position]
        return None

    def first(self) -> Value | None:
        """The first argument, positional or not."""
        values = self.values()
        return values[0] if values else None

    def values(self) -> tuple[Value, ...]:
        """Every argument."""
        return (*self.positional, *self.keywords.values())

    def hands_code(self) -> bool:
        """Is a function among the arguments?"""
        return any(isinstance(value, (FunctionValue, BoundMethod, Partial, Manager)) for value in self.values())

    def prepend(self, value: Value) -> CallRequest:
        """The same call with a first argument more."""
        return replace(self, positional=(value, *self.positional))

    def drop(self, count: int) -> CallRequest:
        """The same call without its first positional arguments."""
        return replace(self, positional=self.positional[count:])
