"""Lowering of match statements to tests and bindings. Floor 2.

A pattern becomes a condition register, computed test by test, each only if those before held; names are bound as soon
as their own part has matched. What a pattern asks of an object's class or length is an opaque test.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import libcst as cst

from retain_lint.frontend.frame import Frame
from retain_lint.frontend.literals import lower_opaque
from retain_lint.ir import model as ir

_NO_LIVE: frozenset[ir.Register] = frozenset()  # filled in by the liveness analysis


def lower_match(frame: Frame, node: cst.Match) -> None:
    """match subject: case ..."""
    subject = frame.expression(node.subject, frame.fresh() if isinstance(node.subject, cst.Name) else None)
    _lower_cases(frame, subject, node.cases)


def _lower_cases(frame: Frame, subject: ir.Register, cases: Sequence[cst.MatchCase]) -> None:
    """The first case, the others in its else."""
    if not cases:
        return
    case = cases[0]
    condition = _lower_guarded(frame, case, subject)
    if condition is None:
        frame.statements(case.body.body)
        _discard(frame, subject, cases[1:])
        return
    then = frame.suite(case.body)
    outer = frame.open()
    _lower_cases(frame, subject, cases[1:])
    orelse = frame.close(outer)
    frame.emit(ir.If(frame.span(case), _NO_LIVE, condition, then, orelse))


def _discard(frame: Frame, subject: ir.Register, cases: Sequence[cst.MatchCase]) -> None:
    """Cases behind one that always matches are unreachable, but their functions and names count."""
    outer = frame.open()
    _lower_cases(frame, subject, cases)
    frame.close(outer)


def _lower_guarded(frame: Frame, case: cst.MatchCase, subject: ir.Register) -> ir.Register | None:
    condition = _match(frame, case.pattern, subject)
    guard = case.guard
    if guard is None:
        return condition
    if condition is None:
        return frame.expression(guard)
    result = condition
    return _then(frame, case, result, lambda: frame.expression(guard))


def _then(
    frame: Frame, node: cst.CSTNode, condition: ir.Register, test: Callable[[], ir.Register | None]
) -> ir.Register:
    """condition and test(): the test runs only if the condition holds, and its outcome becomes the condition's."""
    outer = frame.open()
    outcome = test()
    if outcome is not None:
        frame.emit(ir.Copy(frame.span(node), condition, outcome))
    then = frame.close(outer)
    if then.instructions:
        frame.emit(ir.If(frame.span(node), _NO_LIVE, condition, then, ir.Block()))
    return condition


def _match(frame: Frame, pattern: cst.MatchPattern, subject: ir.Register) -> ir.Register | None:
    """The register that tells whether `subject` matches, a temporary; None if it always does."""
    if isinstance(pattern, cst.MatchValue):
        return _compare(frame, pattern, subject, "==")
    if isinstance(pattern, cst.MatchSingleton):
        return _compare(frame, pattern, subject, "is")
    if isinstance(pattern, cst.MatchAs):
        return _match_as(frame, pattern, subject)
    if isinstance(pattern, cst.MatchOr):
        return _match_or(frame, pattern, pattern.patterns, subject)
    if isinstance(pattern, (cst.MatchList, cst.MatchTuple)):
        return _match_sequence(frame, pattern, subject)
    if isinstance(pattern, cst.MatchMapping):
        return _match_mapping(frame, pattern, subject)
    assert isinstance(pattern, cst.MatchClass)
    return _match_class(frame, pattern, subject)


def _compare(
    frame: Frame, pattern: cst.MatchValue | cst.MatchSingleton, subject: ir.Register, operator: str
) -> ir.Register:
    value = frame.expression(pattern.value)
    target = frame.fresh()
    frame.emit(ir.Compare(frame.span(pattern), target, operator, subject, value))
    return target


def _match_as(frame: Frame, pattern: cst.MatchAs, subject: ir.Register) -> ir.Register | None:
    """_, name, pattern as name"""
    name = pattern.name
    condition = _match(frame, pattern.pattern, subject) if pattern.pattern is not None else None
    if name is None:
        return condition
    captured = name
    if condition is None:
        frame.store(captured.value, subject, captured)
        return None
    return _then(frame, pattern, condition, lambda: frame.store(captured.value, subject, captured))


def _match_or(
    frame: Frame, pattern: cst.MatchOr, alternatives: Sequence[cst.MatchOrElement], subject: ir.Register
) -> ir.Register | None:
    """The alternatives from the first on; one that always matches ends them."""
    condition = _match(frame, alternatives[0].pattern, subject)
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


def _match_sequence(frame: Frame, pattern: cst.MatchList | cst.MatchTuple, subject: ir.Register) -> ir.Register:
    """[a, *b, c]: a sequence of that length, whose elements match."""
    condition = lower_opaque(frame, pattern, None, (subject,))

    def match_elements() -> ir.Register | None:
        elements = pattern.patterns
        registers = tuple(frame.fresh() for _ in elements)
        stars = [position for position, element in enumerate(elements) if isinstance(element, cst.MatchStar)]
        frame.emit(ir.Unpack(frame.span(pattern), registers, subject, stars[0] if stars else None))
        return _match_parts(frame, pattern, list(zip(elements, registers, strict=True)))

    return _then(frame, pattern, condition, match_elements) if pattern.patterns else condition


def _match_mapping(frame: Frame, pattern: cst.MatchMapping, subject: ir.Register) -> ir.Register:
    """{key: pattern, **rest}: a mapping with these keys, whose values match."""
    condition = lower_opaque(frame, pattern, None, (subject,))

    def match_values() -> ir.Register | None:
        parts: list[tuple[Any, ir.Register]] = []
        for element in pattern.elements:
            key, value = frame.expression(element.key), frame.fresh()
            frame.emit(ir.GetItem(frame.span(element), value, subject, key))
            parts.append((element, value))
        outcome = _match_parts(frame, pattern, parts)
        if pattern.rest is not None:
            frame.store(pattern.rest.value, lower_opaque(frame, pattern, None, (subject,)), pattern.rest)
        return outcome

    return _then(frame, pattern, condition, match_values)


def _match_class(frame: Frame, pattern: cst.MatchClass, subject: ir.Register) -> ir.Register:
    """cls(pattern, name=pattern): an instance, whose attributes match. Which attributes the positional patterns mean
    is the class's affair."""
    condition = lower_opaque(frame, pattern, None, (subject, frame.expression(pattern.cls)))

    def match_attributes() -> ir.Register | None:
        parts: list[tuple[Any, ir.Register]] = []
        for element in pattern.patterns:
            parts.append((element, lower_opaque(frame, element, None, (subject,))))
        for keyword in pattern.kwds:
            value = frame.fresh()
            frame.mentions.add(keyword.key.value)
            frame.emit(ir.GetAttr(frame.span(keyword), value, subject, keyword.key.value))
            parts.append((keyword, value))
        return _match_parts(frame, pattern, parts)

    return _then(frame, pattern, condition, match_attributes)


def _match_parts(frame: Frame, pattern: cst.CSTNode, parts: Sequence[tuple[Any, ir.Register]]) -> ir.Register | None:
    """All sub-patterns in order, each only if those before held."""
    for position, (element, value) in enumerate(parts, 1):
        condition = _match_part(frame, element, value)
        if condition is not None:
            rest = parts[position:]
            return _then(frame, pattern, condition, partial(_match_parts, frame, pattern, rest))
    return None


def _match_part(frame: Frame, element: Any, value: ir.Register) -> ir.Register | None:
    """One element of a sequence, mapping or class pattern; a starred one only captures."""
    if isinstance(element, cst.MatchStar):
        if element.name is not None:
            frame.store(element.name.value, value, element.name)
        return None
    inner = element.value if isinstance(element, cst.MatchSequenceElement) else element.pattern
    return _match(frame, inner, value)
