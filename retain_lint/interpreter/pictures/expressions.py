"""Which expression of a function an operation belongs to, and what the function calls the result. Floor 3."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from os.path import commonprefix

from retain_lint.domain.history import Event
from retain_lint.frontend.text import SourceText
from retain_lint.ir.model import Copy, Function, Instruction, SetAttr, StoreFree, StoreGlobal, Unpack
from retain_lint.ir.walk import instructions_of
from retain_lint.source import Location, Span

#: the inlined calls that lead to a function, outermost first
Frame = tuple[Location, ...]


def see_from(frame: Frame, event: Event) -> Location:
    """The expression of a function that an event belongs to: itself, or the call inside which it happened; where its way does not
    lead through the function, the expression at which the ways part."""
    way = (*event.calls, event.location)
    return way[min(len(commonprefix([way[:-1], frame])), len(way) - 1)]


@dataclass(frozen=True, slots=True)
class FunctionNames:
    """What the functions of a file bind the values of their expressions to."""

    source: SourceText
    functions: tuple[Function, ...]
    _names: dict[Location, str] = field(default_factory=dict)

    def find_function(self, place: Location) -> Function | None:
        """The innermost function that a place stands in; None for the module's own code."""
        found = [f for f in self.functions if f.kind == "function" and self.source.location(f.span).contains(place)]
        return min(found, key=lambda function: size_of(function.span), default=None)

    def read(self, body: Iterable[Instruction]) -> None:
        """Notes the names that are bound in a function."""
        made: dict[str, Span] = {}
        for instruction in body:
            for name, register in _bindings(instruction):
                if register in made:
                    self._names.setdefault(self.source.location(made[register]), name)
            target = getattr(instruction, "target", None)
            if isinstance(target, str):
                made[target] = instruction.span
                if not target.startswith("%") and not isinstance(instruction, Copy):
                    self._names.setdefault(self.source.location(instruction.span), target)
            elif isinstance(instruction, Unpack) and instruction.source in made:
                made.update(dict.fromkeys(instruction.targets, made[instruction.source]))

    def name(self, place: Location) -> str:
        """The variable that an expression is bound to; empty if there is none."""
        return self._names.get(place, "")


def read_names(source: SourceText, module: Function, functions: tuple[Function, ...]) -> FunctionNames:
    """The names that the code of a file binds."""
    names = FunctionNames(source, functions)
    for function in (module, *functions):
        names.read(instructions_of(function.body))
    return names


def _bindings(instruction: Instruction) -> Iterator[tuple[str, str]]:
    """The name that an instruction binds, and the register of the value."""
    if isinstance(instruction, Copy):
        if not instruction.target.startswith("%"):
            yield instruction.target, instruction.source
    elif isinstance(instruction, (StoreGlobal, StoreFree)):
        yield instruction.name, instruction.source
    elif isinstance(instruction, SetAttr) and instruction.source is not None:
        yield (
            f"{instruction.object if not instruction.object.startswith('%') else 'self'}.{instruction.name}",
            instruction.source,
        )


def size_of(span: Span) -> tuple[int, int]:
    """For comparing spans, of which one lies in the other."""
    return span.end_line - span.start_line, span.end_column - span.start_column
