"""Lowering of match statements: each case becomes a test and its captures. Floor 2."""

from __future__ import annotations

import libcst as cst

from retain_lint.frontend.frame import Frame
from retain_lint.frontend.literals import lower_constant, lower_opaque
from retain_lint.ir import model as ir

_NO_LIVE: frozenset[ir.Register] = frozenset()  # filled in by the liveness analysis


def lower_match(frame: Frame, node: cst.Match) -> None:
    """match subject: the cases as a chain of ifs."""
    subject = frame.expression(node.subject, frame.fresh())
    _lower_cases(frame, node, subject, 0)


def _lower_cases(frame: Frame, node: cst.Match, subject: ir.Register, position: int) -> None:
    if position == len(node.cases):
        return
    case = node.cases[position]
    condition = frame.fresh()
    _lower_test(frame, case.pattern, subject, condition)
    outer = frame.open()
    _lower_captures(frame, case.pattern, subject)
    if case.guard is not None:
        frame.expression(case.guard, condition)
    guarded = frame.close(outer)
    if case.guard is None:
        outer = frame.open()
        _lower_captures(frame, case.pattern, subject)
        frame.statements(case.body.body)
        then = frame.close(outer)
    else:
        frame.emit(ir.If(frame.span(case), _NO_LIVE, condition, guarded, ir.Block()))
        then = frame.suite(case.body)
    outer = frame.open()
    _lower_cases(frame, node, subject, position + 1)
    frame.emit(ir.If(frame.span(case), _NO_LIVE, condition, then, frame.close(outer)))


def _lower_test(frame: Frame, pattern: cst.MatchPattern, subject: ir.Register, result: ir.Register) -> None:
    """result = does the subject match?"""
    span = frame.span(pattern)
    if isinstance(pattern, cst.MatchValue):
        frame.emit(ir.Compare(span, result, "==", subject, frame.expression(pattern.value)))
    elif isinstance(pattern, cst.MatchSingleton):
        frame.emit(ir.Compare(span, result, "is", subject, frame.expression(pattern.value)))
    elif isinstance(pattern, cst.MatchAs):
        if pattern.pattern is None:
            lower_constant(frame, pattern, True, result)
        else:
            _lower_test(frame, pattern.pattern, subject, result)
    elif isinstance(pattern, cst.MatchOr):
        _lower_test(frame, pattern.patterns[0].pattern, subject, result)
        for alternative in pattern.patterns[1:]:
            outer = frame.open()
            _lower_test(frame, alternative.pattern, subject, result)
            frame.emit(ir.If(span, _NO_LIVE, result, ir.Block(), frame.close(outer)))
    else:
        lower_opaque(frame, pattern, result, (subject,))


def _lower_captures(frame: Frame, pattern: cst.MatchPattern, subject: ir.Register) -> None:
    """Binds the names of a pattern: the whole subject, or a part of it that is not known."""
    if isinstance(pattern, cst.MatchAs):
        if pattern.pattern is not None:
            _lower_captures(frame, pattern.pattern, subject)
        if pattern.name is not None:
            frame.store(pattern.name.value, subject, pattern)
        return
    if isinstance(pattern, (cst.MatchTuple, cst.MatchList)):
        _lower_sequence(frame, pattern, subject)
        return
    if isinstance(pattern, cst.MatchOr):
        _lower_captures(frame, pattern.patterns[0].pattern, subject)
        return
    for part in _parts(pattern):
        value = lower_opaque(frame, pattern, None, (subject,))
        _lower_captures(frame, part, value)
    rest = getattr(pattern, "rest", None)
    if rest is not None:
        frame.store(rest.value, lower_opaque(frame, pattern, None, (subject,)), pattern)


def _lower_sequence(frame: Frame, pattern: cst.MatchTuple | cst.MatchList, subject: ir.Register) -> None:
    registers, star = [], None
    for position, element in enumerate(pattern.patterns):
        registers.append(frame.fresh())
        if isinstance(element, cst.MatchStar):
            star = position
    frame.emit(ir.Unpack(frame.span(pattern), tuple(registers), subject, star))
    for element, register in zip(pattern.patterns, registers, strict=True):
        if isinstance(element, cst.MatchStar):
            if element.name is not None:
                frame.store(element.name.value, register, pattern)
        else:
            _lower_captures(frame, element.value, register)


def _parts(pattern: cst.MatchPattern) -> list[cst.MatchPattern]:
    if isinstance(pattern, cst.MatchClass):
        return [*(element.value for element in pattern.patterns), *(item.pattern for item in pattern.kwds)]
    if isinstance(pattern, cst.MatchMapping):
        return [element.pattern for element in pattern.elements]
    return []
