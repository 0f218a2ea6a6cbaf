"""Two neighbouring backward calls of one block become one of the sum, and no others."""

from __future__ import annotations

import pytest

from retain_lint.diagnostic import Applicability, Fix
from retain_lint.fixes.apply import apply_fixes
from retain_lint.fixes.losses import sum_losses
from tests.fixes.sites import Text, list_calls


def sum_up(text: str) -> str | None:
    first, later = list_calls(text)[:2]
    edits = sum_losses(first, later, Text(text))
    return None if edits is None else apply_fixes(text, [Fix(Applicability.UNSAFE, "", edits)]).text


@pytest.mark.parametrize(
    "before,after",
    [
        ("a.backward(retain_graph=True)\nb.backward()\n", "(a + b).backward()\n"),
        ("a.backward()\nb.backward()  # why\n", "(a + b).backward()  # why\n"),
        ("if c:\n    a.backward()\n\n    b.backward()\n", "if c:\n    (a + b).backward()\n"),
        ("a.backward()\nb.backward(retain_graph=True)\n", "(a + b).backward(retain_graph=True)\n"),
        ("(a + b).backward(retain_graph=True)\nc.backward()\n", "(a + b + c).backward()\n"),
        ("(a * b).backward(retain_graph=True)\nc.backward()\n", "((a * b) + c).backward()\n"),
        ("s.scale(a).backward()\ns.scale(b).backward()\n", "(s.scale(a) + s.scale(b)).backward()\n"),
        ("fabric.backward(a)\nfabric.backward(b)\n", "fabric.backward(a + b)\n"),
        ("f.backward(a, retain_graph=True)\nf.backward(b if c else d)\n", "f.backward(a + (b if c else d))\n"),
        ("a.backward()\r\nb.backward()\r\n", "(a + b).backward()\r\n"),
        ("if c:\n    a.backward()  # one\n    b.backward()\n", "if c:\n    # one\n    (a + b).backward()\n"),
        ("if c:\n    a.backward()\n\n    # two\n\n    b.backward()\n", "if c:\n    # two\n\n    (a + b).backward()\n"),
        ("a.backward()\nprint()\nb.backward()\n", "print()\n(a + b).backward()\n"),
        (
            "if c:\n    a.backward()\n    for i in d:\n        i()\n    b.backward()\n",
            "if c:\n    for i in d:\n        i()\n    (a + b).backward()\n",
        ),
    ],
)
def test_sum_losses(before: str, after: str) -> None:
    assert sum_up(before) == after


@pytest.mark.parametrize(
    "text",
    [
        "a.backward()\na = 1\nb.backward()\n",
        "for i in d:\n    a.backward()\n    if i:\n        break\n    b.backward()\n",
        "if c:\n    a.backward()\nelse:\n    b.backward()\n",
        "if c:\n    a.backward()\n    e()\nif d:\n    b.backward()\n",
        "a.backward(); b.backward()\n",
        "if c:\n    a.backward()\nb.backward()\n",
        "x = a.backward()\nb.backward()\n",
        "a.backward(g)\nb.backward()\n",
        "a.backward(inputs=w)\nb.backward()\n",
        "fabric.backward(a)\nother.backward(b)\n",
        "fabric.backward(a)\nfabric.backward(a)\n",
        "fabric.backward(a, inputs=w)\nfabric.backward(b)\n",
        "fabric.backward(*a)\nfabric.backward(b)\n",
        "a.backward()\na.backward()\n",
        "a.backward(retain_graph=True) if c else None\nb.backward()\n",
    ],
)
def test_no_sum(text: str) -> None:
    assert sum_up(text) is None


def test_the_later_call_stands_first() -> None:
    text = "for _ in r:\n    a.backward()\n    b.backward()\n"
    first, later = list_calls(text)
    assert sum_losses(later, first, Text(text)) is None
