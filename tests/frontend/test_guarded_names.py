"""Names that are dead where the condition under which they were assigned does not hold."""

from __future__ import annotations

import ast
from itertools import chain

import pytest

from retain_lint.frontend.guarded_names import find_guarded

DEAD = [
    "if a:\n        v = f()\n    if a:\n        g(v)",
    "if a.b > 0 and n % a.c == 0:\n        v, w = f()\n    if c:\n        if a.b > 0 and n % a.c == 0:\n            g(v, w)",
    "if a:\n        v = f()\n        g(v)\n    if a and b:\n        g(v)",
    "if a:\n        v = f()\n    for w in c:\n        if a:\n            g(v)",
]
LIVE = [
    "if a:\n        v = f()\n    if b:\n        g(v)",  # under another condition
    "if a:\n        v = f()\n    if a or b:\n        g(v)",
    "if a:\n        v = f()\n    if a:\n        c()\n    else:\n        g(v)",
    "g(v)\n    if a:\n        v = f()\n    if a:\n        g(v)",  # before it is assigned
    "if a:\n        v = f(v)\n    if a:\n        g(v)",  # what an earlier iteration left
    "if a:\n        v += f()\n    if a:\n        g(v)",
    "if a:\n        if b:\n            v = f()\n    if a:\n        g(v)",  # not assigned in any case
    "if a:\n        v = f()\n    a = b\n    if a:\n        g(v)",  # the condition may not hold any more
    "if a.b:\n        v = f()\n    c.b = d\n    if a.b:\n        g(v)",
    "if a():\n        v = f()\n    if a():\n        g(v)",
    "if a:\n        v = f()\n    h = lambda: v\n    if a:\n        g(v)",  # whenever the function is called
    "if a:\n        v = f()\n    else:\n        v = g()\n    if a:\n        g(v)",
    "if a:\n        v = f()\n    if a:\n        g(v)\n    del v",
]


def names_of(body: str, before: str = "", after: str = "pass") -> set[str]:
    """What is dead somewhere in a loop with that body."""
    tree = ast.parse(f"{before}\nfor n in m:\n    {body}\n{after}\n")
    return set(chain.from_iterable(find_guarded(tree.body).values()))


@pytest.mark.parametrize("body", DEAD)
def test_what_is_read_under_the_same_condition_alone_is_dead(body: str) -> None:
    assert names_of(body) and names_of(body, after="g(v)") <= {"w"}


@pytest.mark.parametrize("body", LIVE)
def test_what_may_be_read_elsewhere_is_live(body: str) -> None:
    assert not names_of(body)


def test_outside_of_loops_nothing_is_left_by_an_earlier_iteration() -> None:
    assert not find_guarded(ast.parse(DEAD[0].replace("    ", "  ").replace("\n  if", "\nif")).body)
