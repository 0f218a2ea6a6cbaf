"""Lowering of match statements to tests and bindings. Floor 2.

A pattern becomes a condition register, computed test by test, each only if those before held; names are bound as soon
as their own part has matched. What a pattern asks of an object's class or length is an opaque test.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

from retain_lint.frontend.frame import Frame
from retain_lint.frontend.literals import lower_constant, lower_opaque
from retain_lint.ir import model as ir
from retain_lint.source import Span

_NO_LIVE: frozenset[ir.Register] = frozenset()  # filled in by the liveness analysis
_Part: TypeAlias = tuple[ast.pattern, ir.Register]


def lower_match(frame: Frame, node: ast.Match) -> None:
    """match subject: case ..."""
    subject = frame.expression(node.subject, frame.fresh() if isinstance(node.subject, ast.Name) else None)
    _lower_cases(frame, subject, node.cases)


def _lower_cases(frame: Frame, subject: ir.Register, cases: Sequence[ast.match_case]) -> None:
    """The first case, the others in its else."""
    if not cases:
        return
    case = cases[0]
    condition = _lower_guarded(frame, case, subject)
    if condition is None:
        frame.statements(case.body)
        _discard(frame, subject, cases[1:])
        return
    then = frame.suite(case.body)
    outer = frame.open()
    _lower_cases(frame, subject, cases[1:])
    orelse = frame.close(outer)
    frame.emit(ir.If(_span(frame, case), _NO_LIVE, condition, then, orelse))


def _discard(frame: Frame, subject: ir.Register, cases: Sequence[ast.match_case]) -> None:
    """Cases behind one that always matches are unreachable, but their functions and names count."""
    outer = frame.open()
    _lower_cases(frame, subject, cases)
    frame.close(outer)


def _lower_guarded(frame: Frame, case: ast.match_case, subject: ir.Register) -> ir.Register | None:
    condition = _match(frame, case.pattern, subject)
    guard = case.guard
    if guard is None:
        return condition
    if condition is None:
        return frame.expression(guard)
    return _then(frame, _span(frame, case), condition, lambda: frame.expression(guard))


def _span(frame: Frame, case: ast.match_case) -> Span:
    """Where a case stands, but for the word itself."""
    return frame.unit.places.between(case.pattern, case.body[-1])


def _then(frame: Frame, span: Span, condition: ir.Register, test: Callable[[], ir.Register | None]) -> ir.Register:
    """condition and test(): the test runs only if the condition holds, and its outcome becomes the condition's."""
    outer = frame.open()
    outcome = test()
    if outcome is not None:
        frame.emit(ir.Copy(span, condition, outcome))
    then = frame.close(outer)
    if then.instructions:
        frame.emit(ir.If(span, _NO_LIVE, condition, then, ir.Block()))
    return condition


def _match(frame: Frame, pattern: ast.pattern, subject: ir.Register) -> ir.Register | None:
    """The register that tells whether `subject` matches, a temporary; None if it always does."""
    if isinstance(pattern, ast.MatchValue):
        return _compare(frame, pattern, frame.expression(pattern.value), subject, "==")
    if isinstance(pattern, ast.MatchSingleton):
        return _compare(frame, pattern, lower_constant(frame, pattern, pattern.value, None), subject, "is")
    if isinstance(pattern, ast.MatchAs):
        return _match_as(frame, pattern, subject)
    if isinstance(pattern, ast.MatchStar):
        _capture(frame, pattern, subject)
        return None
    if isinstance(pattern, ast.MatchOr):
        return _match_or(frame, pattern, pattern.patterns, subject)
    if isinstance(pattern, ast.MatchSequence):
        return _match_sequence(frame, pattern, subject)
    if isinstance(pattern, ast.MatchMapping):
        return _match_mapping(frame, pattern, subject)
    assert isinstance(pattern, ast.MatchClass)
    return _match_class(frame, pattern, subject)


def _compare(
    frame: Frame, pattern: ast.pattern, value: ir.Register, subject: ir.Register, operator: str
) -> ir.Register:
    target = frame.fresh()
    frame.emit(ir.Compare(frame.span(pattern), target, operator, subject, value))
    return target


def _match_as(frame: Frame, pattern: ast.MatchAs, subject: ir.Register) -> ir.Register | None:
    """_, name, pattern as name"""
    condition = _match(frame, pattern.pattern, subject) if pattern.pattern is not None else None
    if condition is None or pattern.name is None:
        _capture(frame, pattern, subject)
        return condition

    def capture() -> None:
        _capture(frame, pattern, subject)

    return _then(frame, frame.span(pattern), condition, capture)


def _capture(frame: Frame, pattern: ast.MatchAs | ast.MatchStar, subject: ir.Register) -> None:
    """Binds the name of a pattern, if it has one."""
    if pattern.name is not None:
        frame.store(pattern.name, subject, pattern)


def _match_or(
    frame: Frame, pattern: ast.MatchOr, alternatives: Sequence[ast.pattern], subject: ir.Register
) -> ir.Register | None:
    """The alternatives from the first on; one that always matches ends them."""
    condition = _match(frame, alternatives[0], subject)
    if condition is None or len(alternatives) == 1:
        return condition
    outer = frame.open()
    rest = _match_or(frame, pattern, alternatives[1:], subject)
    if rest is None:
        frame.emit(ir.Const(frame.span(pattern), condition, True))
    else:
        frame.emit(ir.Copy(frame.span(pattern), condition, rest))
    orelse = frame.close(outer)
    frame.emit(ir.If(frame.span(pattern), _NO_LIVE, condition, ir.Block(), orelse))
    return condition


def _match_sequence(frame: Frame, pattern: ast.MatchSequence, subject: ir.Register) -> ir.Register:
    """[a, *b, c]: a sequence of that length, whose elements match."""
    condition = lower_opaque(frame, pattern, None, (subject,))

    def match_elements() -> ir.Register | None:
        elements = pattern.patterns
        registers = tuple(frame.fresh() for _ in elements)
        stars = [position for position, element in enumerate(elements) if isinstance(element, ast.MatchStar)]
        frame.emit(ir.Unpack(frame.span(pattern), registers, subject, stars[0] if stars else None))
        return _match_parts(frame, pattern, list(zip(elements, registers, strict=True)))

    return _then(frame, frame.span(pattern), condition, match_elements) if pattern.patterns else condition


def _match_mapping(frame: Frame, pattern: ast.MatchMapping, subject: ir.Register) -> ir.Register:
    """{key: pattern, **rest}: a mapping with these keys, whose values match."""
    condition = lower_opaque(frame, pattern, None, (subject,))

    def match_values() -> ir.Register | None:
        parts: list[_Part] = []
        for element, inner in zip(pattern.keys, pattern.patterns, strict=True):
            key, value = frame.expression(element), frame.fresh()
            frame.emit(ir.GetItem(frame.unit.places.between(element, inner), value, subject, key))
            parts.append((inner, value))
        outcome = _match_parts(frame, pattern, parts)
        if pattern.rest is not None:
            frame.store(pattern.rest, lower_opaque(frame, pattern, None, (subject,)), pattern)
        return outcome

    return _then(frame, frame.span(pattern), condition, match_values)


def _match_class(frame: Frame, pattern: ast.MatchClass, subject: ir.Register) -> ir.Register:
    """cls(pattern, name=pattern): an instance, whose attributes match. Which attributes the positional patterns mean
    is the class's affair."""
    condition = lower_opaque(frame, pattern, None, (subject, frame.expression(pattern.cls)))

    def match_attributes() -> ir.Register | None:
        parts: list[_Part] = []
        for element in pattern.patterns:
            parts.append((element, lower_opaque(frame, element, None, (subject,))))
        for name, inner in zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=True):
            value = frame.fresh()
            frame.mentions.add(name)
            frame.emit(ir.GetAttr(frame.span(inner), value, subject, name))
            parts.append((inner, value))
        return _match_parts(frame, pattern, parts)

    return _then(frame, frame.span(pattern), condition, match_attributes)


def _match_parts(frame: Frame, pattern: ast.pattern, parts: Sequence[_Part]) -> ir.Register | None:
    """All sub-patterns in order, each only if those before held."""
    for position, (element, value) in enumerate(parts, 1):
        condition = _match(frame, element, value)
        if condition is not None:
            rest = parts[position:]
            return _then(frame, frame.span(pattern), condition, partial(_match_parts, frame, pattern, rest))
    return None
