"""Whether a fix keeps what it promises: a safe one the training and the memory, an unsafe one the end of the error.

Each fix is made alone. What it is compared with is its own program before, or that with every graph retained where the fix
says that it retains, or sums what is the same.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import torch

from retain_lint.diagnostic import Applicability, Confidence, Diagnostic, Fix
from retain_lint.fixing.documents import change
from retain_lint.runner import Runner
from tests.differential.proofs.training import Training, train

PATH = Path("program.py")
_ERRORS = {"RTG101": "second time", "RTG102": "second time", "RTG104": "retain_variables"}
_WASTES = ("RTG201", "RTG202", "RTG203", "RTG301")
_RAISES = ("RTG101", "RTG102", "RTG103")
_OF_NO_USE = "no optimizer uses the gradients that this keeps out"
_TRAINED_ANEW = "each iteration trains the same parameters by a forward pass of its own"
_KEEPS_MORE_OUT = "this keeps the gradients of "
_BORDER = "it is carried into the next iteration here"


@dataclass(frozen=True, slots=True)
class Proof:
    """A fix and what it breaks (nothing: `broken` is empty). `told`: it met a program that shows what it does."""

    code: str
    applicability: Applicability
    line: int
    broken: str
    told: bool
    after: str


def prove_fixes(text: str) -> Iterator[Proof]:
    """Each fix of a program's definite findings, run before and after."""
    found = [reported.diagnostic for reported in Runner().check_file(PATH, text.encode()).reported]
    fixable = [d for d in found if d.fix is not None and d.confidence is Confidence.DEFINITE]
    before = train(text) if fixable else Training()
    for diagnostic in fixable:
        if diagnostic.fix is not None and diagnostic.fix.applicability is not Applicability.DISPLAY_ONLY:
            yield _prove(text, before, diagnostic, diagnostic.fix)


def _prove(text: str, before: Training, diagnostic: Diagnostic, fix: Fix) -> Proof:
    changed = change(PATH, text.encode(), [fix]).data.decode()
    line = diagnostic.location.span.start_line
    after = train(changed)
    if fix.applicability is Applicability.SAFE:
        told, broken = True, _compare_safe(fix, text, changed, before, after)
    else:
        told = _is_told(diagnostic.code, line, before)
        broken = _compare_unsafe((text, changed), (before, after), diagnostic, fix) if told else ""
    return Proof(diagnostic.code, fix.applicability, line, broken, told, changed)


def _compare_safe(fix: Fix, text: str, changed: str, before: Training, after: Training) -> str:
    """A program that ends in an error is compared as far as it comes."""
    if before.error:
        same = all(map(_is_same, before.losses, after.losses)) and len(before.losses) <= len(after.losses) + 1
        return "" if same else "the losses before the error differ"
    if after.error:
        return f"it raises {after.error}"
    if difference := _find_difference(before, after, exact=True):
        return difference
    if before.printed != after.printed:
        return "the output differs"
    one, other = train(text, measure=True).peak, train(changed, measure=True).peak
    return f"it saves {other} bytes for {one}" if other > one else ""


def _compare_unsafe(texts: tuple[str, str], runs: tuple[Training, Training], diagnostic: Diagnostic, fix: Fix) -> str:
    """A line may raise again for another reason, but later. Sums are compared in double precision: an optimiser that divides
    by the gradient's size makes rounding of a zero gradient as large as any."""
    before, after = runs
    moved = _move(diagnostic.location.span.start_line, fix)
    sums, retains = "sum" in fix.message, "retain_graph=True" in fix.message
    no_later = len(after.losses) + sums <= len(before.losses)  # of two losses their sum is one
    if after.error and after.line == moved and no_later and not _errs(texts[1], moved):
        return f"the line still raises {after.error}"
    if diagnostic.code in _WASTES and after.error and not before.error:
        return f"it raises {after.error}"
    if diagnostic.code in _WASTES and not before.error and not sums:
        difference = _find_difference(before, after, exact=True)
        return difference and _find_difference(before, train(_retain_nothing(texts[0], diagnostic)), exact=True)
    if after.error:
        return ""
    if not (sums or retains):
        return _compare_detached(texts[0], after, diagnostic)
    intended = train(texts[0], keep=True, double=sums)
    fixed = train(texts[1], double=True) if sums else after
    return "" if intended.error else _find_difference(intended, fixed, exact=retains, sums=sums)


def _retain_nothing(text: str, diagnostic: Diagnostic) -> str:
    """The program with `retain_graph=... and False`: what the fix removes may have drawn a number, so that it is unsafe."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.lineno == diagnostic.location.span.start_line:
            for keyword in node.keywords:
                if keyword.arg == "retain_graph":
                    keyword.value = ast.BoolOp(ast.And(), [keyword.value, ast.Constant(value=False)])
    return ast.unparse(ast.fix_missing_locations(tree))


def _compare_detached(text: str, after: Training, diagnostic: Diagnostic) -> str:
    """A detach() of what is of no use changes nothing of the program with every graph retained, and with saved tensors as
    they are now; any other one ends the gradients where an earlier call has been, unless they leak as well. What each iteration
    trains anew must not train by what stands before the loop either: then no program is known that is as meant, and neither
    where the detach() is said to cut off what was not freed."""
    if any(note == _TRAINED_ANEW or note.startswith(_KEEPS_MORE_OUT) for note in diagnostic.notes):
        return ""
    useless = diagnostic.code != "RTG102" or _OF_NO_USE in diagnostic.notes
    found = (reported.diagnostic.code for reported in Runner().check_file(PATH, text.encode()).reported)
    intended = train(text, keep=True, measure=True, once=not useless)
    if intended.error or "RTG302" in found:
        return ""
    difference = _find_difference(intended, after, exact=True)
    return difference and _find_difference(train(_detach_at_border(text, diagnostic)), after, exact=True)


def _detach_at_border(text: str, diagnostic: Diagnostic) -> str:
    """The program with a detach() where what an iteration has left is used in the next one. A state that was joined, before it
    was freed, with what is retained is cut off as a whole, by a detach() after the call too."""
    lines = text.splitlines(keepends=True)
    for place in diagnostic.related_locations:
        if place.message == _BORDER:
            row, column = place.location.span.end_line - 1, place.location.span.end_column
            lines[row] = f"{lines[row][:column]}.detach(){lines[row][column:]}"
    return "".join(lines)


def _is_told(code: str, line: int, before: Training) -> bool:
    """Does the program show what the fix is about? Of two errors in one line torch names the one that it meets first; and
    nothing is seen of a waste in a line that raises."""
    if code in _WASTES:
        return line != before.line
    return line == before.line and _ERRORS.get(code, "") in before.error


def _errs(text: str, line: int) -> bool:
    """Does the analyser say that the changed program still raises in that line, by another cause?"""
    found = (reported.diagnostic for reported in Runner().check_file(PATH, text.encode()).reported)
    return any(d.code in _RAISES and d.location.span.start_line == line for d in found)


def _move(line: int, fix: Fix) -> int:
    """The line once the edits before it are made."""
    for edit in fix.edits:
        span = edit.location.span
        if span.end_line <= line and span.start_line < line:
            line += edit.content.count("\n") - (span.end_line - span.start_line)
    return line


def _find_difference(one: Training, other: Training, *, exact: bool, sums: bool = False) -> str:
    same = _is_same if exact else _is_close
    if len(one.parameters) != len(other.parameters) or not all(map(same, one.parameters, other.parameters)):
        return "the parameters differ"
    if sums:
        return ""
    if len(one.losses) != len(other.losses) or not all(map(same, one.losses, other.losses)):
        return "the losses differ"
    return ""


def _is_same(one: torch.Tensor, other: torch.Tensor) -> bool:
    """Bit for bit, where a number that training has lost (NaN) is the same in both."""
    return one.shape == other.shape and torch.allclose(one, other, rtol=0, atol=0, equal_nan=True)


def _is_close(one: torch.Tensor, other: torch.Tensor) -> bool:
    return one.shape == other.shape and torch.allclose(one, other, rtol=1e-4, atol=1e-6, equal_nan=True)
