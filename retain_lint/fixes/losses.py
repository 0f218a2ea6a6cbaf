"""Replace two neighbouring backward calls by one of the sum of their losses. Floor 4."""

from __future__ import annotations

import ast
import re

from retain_lint.diagnostic import Edit
from retain_lint.domain.call_site import CallSite
from retain_lint.fixes.call_text import Argument, parse_call
from retain_lint.fixes.detach import is_bracketed, parse_expression
from retain_lint.fixes.passage import Passage, SourceReader
from retain_lint.source import Location, Span

_BACKWARD = re.compile(r"backward\s*$")
_LEAVING = (ast.Return, ast.Raise, ast.Break, ast.Continue, ast.Yield, ast.YieldFrom, ast.Await, ast.Try)
_LOSS = re.compile(r"([^\n]*[^\s])\.backward")


def sum_losses(first: CallSite, later: CallSite, source: SourceReader) -> tuple[Edit, ...] | None:
    """`a.backward(retain_graph=True)` and `b.backward()` below become `(a + b).backward()`.

    None unless both are statements of one block, with no argument but retain_graph, and what stands between neither leaves the
    block nor binds a name of the first loss.
    """
    gap = _find_gap(first, later, source)
    if gap is None or not _can_wait(first.text, gap.text):
        return None
    content = write_sum(*(source.slice(call.location.span) for call in (first, later)))
    if content is None:
        return None
    kept = gap.locate(len(gap.text) - len(gap.text.lstrip()), len(gap.text)).span
    start, path, cell = first.location.span, first.location.path, first.location.cell
    gone = Span(start.start_line, start.start_column, kept.start_line, kept.start_column)
    return Edit("", Location(path, gone, cell)), Edit(content, later.location)


def write_sum(first: str, later: str) -> str | None:
    """The one call for two: `(a + b).backward()`, or with the sum as the argument of what both call."""
    one, other = _find_loss(first), _find_loss(later)
    if one is not None and other is not None and one[0] != other[0]:
        return f"({_open_sum(one[0])} + {other[0]}).backward{other[1]}"
    if one is None and other is None:
        return _sum_arguments(first, later)
    return None


def _sum_arguments(first: str, later: str) -> str | None:
    """`accelerator.backward(a)` and `accelerator.backward(b)` become `accelerator.backward(a + b)`."""
    one, other = parse_call(first), parse_call(later)
    if one is None or other is None or one.callee != other.callee or not _BACKWARD.search(one.callee):
        return None
    if len(one.arguments) > 2 or len(other.arguments) > 2 or not one.arguments or not other.arguments:
        return None
    (a, *more), (b, *rest) = one.arguments, other.arguments
    if any(x.keyword != "retain_graph" for x in (*more, *rest)) or a.text == b.text or _is_no_loss(a) or _is_no_loss(b):
        return None
    return f"{later[: b.start]}{_as_addend(a.text)} + {_as_addend(b.text)}{later[b.end :]}"


def _is_no_loss(argument: Argument) -> bool:
    return argument.keyword is not None or argument.starred


def _as_addend(text: str) -> str:
    tree = parse_expression(text)
    plain = isinstance(tree, (ast.Name, ast.Attribute, ast.Subscript, ast.Call)) or is_bracketed(text)
    return text if plain or isinstance(tree, ast.BinOp) and isinstance(tree.op, (ast.Add, ast.Mult)) else f"({text})"


def _find_gap(first: CallSite, later: CallSite, source: SourceReader) -> Passage | None:
    """What stands between two statements on lines of their own, if all of it is in their block."""
    place, other = first.location, later.location
    before, after = place.span, other.span
    if not (first.statement and later.statement) or (place.path, place.cell) != (other.path, other.cell):
        return None
    if (before.end_line, before.end_column) >= (after.start_line, after.start_column):
        return None
    indentation = source.slice(Span(before.start_line, 0, before.start_line, before.start_column))
    span = Span(before.end_line, before.end_column, after.start_line, after.start_column)
    lines = source.slice(span).split("\n")
    if indentation.strip() or lines[-1] != indentation or len(lines) == 1 or _parse_gap(lines) is None:
        return None
    return Passage("\n".join(lines), Location(place.path, span, place.cell))


def _parse_gap(lines: list[str]) -> list[ast.stmt] | None:
    """The statements between the first and the last of these lines; None if they end the block that the last one stands in."""
    *between, indentation = lines
    if between[0].strip() and not between[0].strip().startswith("#"):
        return None
    opening = ["if True:"] if indentation else []
    try:
        body = ast.parse("\n".join([*opening, f"{indentation}pass", *between[1:]])).body
    except (SyntaxError, ValueError):
        return None
    block = body[0]
    if not indentation or not isinstance(block, ast.If):
        return body
    return block.body if len(body) == 1 and not block.orelse else None


def _can_wait(first: str, gap: str) -> bool:
    """May the first call as well stand below the gap?"""
    call = parse_expression(first)
    own = {node.id for node in ast.walk(call) if isinstance(node, ast.Name)} if call else set()
    nodes = [node for statement in _parse_gap(gap.split("\n")) or () for node in ast.walk(statement)]
    bound = {node.id for node in nodes if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
    return call is not None and own.isdisjoint(bound) and not any(isinstance(node, _LEAVING) for node in nodes)


def _find_loss(call: str) -> tuple[str, str] | None:
    """The tensor of `loss.backward(...)` and the bracketed arguments, of which none may be a tensor."""
    parsed = parse_call(call)
    if parsed is None or any(argument.keyword != "retain_graph" for argument in parsed.arguments):
        return None
    match = _LOSS.fullmatch(parsed.callee)
    return (match[1], call[parsed.opening :]) if match else None


def _open_sum(loss: str) -> str:
    """`(a + b)` without its brackets, so that a third loss reads as one more addend."""
    if is_bracketed(loss):
        inner = parse_expression(loss[1:-1])
        if isinstance(inner, ast.BinOp) and isinstance(inner.op, ast.Add):
            return loss[1:-1]
    return loss
