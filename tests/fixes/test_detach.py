"""`.detach()` goes to the whole expression, and to nothing that is no tensor expression."""

from __future__ import annotations

import ast

import pytest

from retain_lint.diagnostic import Applicability, Edit, Fix
from retain_lint.domain.history import Event, EventKind
from retain_lint.fixes.apply import apply_fixes
from retain_lint.fixes.detach import append_detach, detach_after, drop_repeated, widen
from retain_lint.fixes.passage import Passage
from retain_lint.source import Location, Span
from tests.fixes.sites import Text, list_calls


def detach(text: str) -> str | None:
    """`f(<text>)` with the argument detached."""
    lines = text.split("\n")
    end = len(lines[-1]) + (2 if len(lines) == 1 else 0)
    edits = append_detach(Passage(text, Location("train.py", Span(1, 2, len(lines), end))))
    return None if edits is None else apply_fixes(f"f({text})", [Fix(Applicability.SAFE, "", edits)]).text[2:-1]


@pytest.mark.parametrize(
    "before,after",
    [
        ("x", "x.detach()"),
        ("self.fake[0]", "self.fake[0].detach()"),
        ("G(z)", "G(z).detach()"),
        ("G(\n    z,\n)", "G(\n    z,\n).detach()"),
        ("a + b", "(a + b).detach()"),
        ("(a) + (b)", "((a) + (b)).detach()"),
        ("(a + b)", "(a + b).detach()"),
        ("a\n+ b", "(a\n+ b).detach()"),
        ("-x", "(-x).detach()"),
        ("a if c else b", "(a if c else b).detach()"),
        ("await g(z)", "(await g(z)).detach()"),
        ("y := G(z)", "(y := G(z)).detach()"),
        ("x @ w.T", "(x @ w.T).detach()"),
    ],
)
def test_append_detach(before: str, after: str) -> None:
    assert detach(before) == after
    ast.parse(f"async def f(): g({after})")


@pytest.mark.parametrize("text", ["fake = G(z)", "x=fake", "(h, c)", "h, c", "[a, b]", "x for x in y", "*x", "", "for"])
def test_no_expression_of_a_tensor(text: str) -> None:
    assert detach(text) is None


def detach_below(text: str, name: str = "h") -> str | None:
    """The text with the name detached below its only backward call."""
    place = Event(EventKind.BOUNDARY, Location("train.py", Span(1, 0, 1, 0)), name)
    edits = detach_after(list_calls(text)[0], place, Text(text))
    return None if edits is None else apply_fixes(text, [Fix(Applicability.SAFE, "", edits)]).text


@pytest.mark.parametrize(
    "before,after",
    [
        ("l.backward()", "l.backward()\nh = h.detach()"),
        ("l.backward()\n", "l.backward()\nh = h.detach()\n"),
        ("if a:\n\tl.backward()  # sent\nb()", "if a:\n\tl.backward()  # sent\n\th = h.detach()\nb()"),
        ("if a:\n  l.backward(\n  )\n  b()", "if a:\n  l.backward(\n  )\n  h = h.detach()\n  b()"),
    ],
)
def test_a_name_is_detached_below_the_call(before: str, after: str) -> None:
    assert detach_below(before) == after


@pytest.mark.parametrize(
    "text,name",
    [
        ("l.backward(); b()", "h"),
        ("if a: l.backward()", "h"),
        ("x = l.backward()", "h"),
        ("l.backward()\n", "h[0]"),
        ("l.backward()\nh = h.detach()", "h"),
    ],
)
def test_no_line_for_a_name_below_the_call(text: str, name: str) -> None:
    assert detach_below(text, name) is None


@pytest.mark.parametrize(
    "before,after",
    [
        ("y = x + (a / n)", "y = x + (a / n).detach()"),
        ("f(x, (a / n))", "f(x, (a / n).detach())"),
        ("f(a / n)", "f((a / n).detach())"),
        ("print (a / n)", "print ((a / n).detach())"),
        ("y = ((a / n))", "y = ((a / n).detach())"),
        ("y = (a / n, b)", "y = ((a / n).detach(), b)"),
        ("return (a / n)", "return ((a / n).detach())"),
    ],
)
def test_brackets_around_an_expression_are_taken_along(before: str, after: str) -> None:
    start = before.index("a / n")
    passage = Passage("a / n", Location("train.py", Span(1, start, 1, start + 5)))
    edits = append_detach(widen(passage, Text(before)))
    assert edits is not None and apply_fixes(before, [Fix(Applicability.SAFE, "", edits)]).text == after


@pytest.mark.parametrize(
    "between,kept",
    [("one = C(h)\n", 1), ("h = G(x)\n", 2), ("for h in x:\n    pass\n", 2), ("h.x = h\n", 1), ("if h:\n", 2)],
)
def test_lines_are_not_inserted_twice(between: str, kept: int) -> None:
    lines = between.count("\n")
    places = (Location("train.py", Span(line, 0, line, 0)) for line in (1, 1 + lines))
    edits = tuple(Edit("h = [t.detach() for t in h]\n", place) for place in places)
    assert len(drop_repeated(edits, Text(f"{between}two = D(h)\n"))) == kept
