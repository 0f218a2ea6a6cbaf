"""Whole programs: setup, loop, updates in some order, and the form in which all that is written down."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass

from hypothesis import strategies as st

from tests.differential.generator.choices import Choices, DrawnChoices, SeededChoices, between, happens
from tests.differential.generator.duels import write_duel
from tests.differential.generator.extras import write_extra
from tests.differential.generator.forms import Script, write_form
from tests.differential.generator.habits import write_habit
from tests.differential.generator.scope import Lines, Scope, indent
from tests.differential.generator.setup import write_loop, write_setup
from tests.differential.generator.updates import Update, write_update

_IMPORTS = """import contextlib
import itertools
import random

import torch
import torch.nn.functional as F
from torch import nn, optim
"""


@dataclass(frozen=True, slots=True)
class Program:
    """`coins`: it throws dice, so that one run does not show all of it."""

    text: str
    coins: bool


def write_program(choices: Choices) -> Program:
    """A program, by the choices drawn."""
    scope = Scope(choices)
    classes, setup = write_setup(scope)
    before, heads = write_loop(scope)
    if before and before[0].startswith("step"):
        body = ["step += 1", "x = torch.randn(2, 4)"]
    else:
        body = [] if " x in " in heads[-1] else ["x = torch.randn(2, 4)"]
    body += _write_body(scope)
    depth = len(heads)
    for _ in range(depth):
        body = indent(body)
    parts = ["\n".join([*lines, ""]) for lines in (classes, [*setup, *before], [*heads, *body])]
    script = Script(_IMPORTS, *parts, modules=scope.modules, optimizers=list(scope.optimizers))
    return Program(write_form(choices, script), scope.coins)


def _write_body(scope: Scope) -> Lines:
    choices = scope.choices
    duel = write_duel(scope) if len(scope.modules) > 1 and happens(choices, 35) else []
    updates = duel + [write_update(scope) for _ in range(between(choices, 0 if duel else 1, 2 if duel else 3))]
    if happens(choices, 30):
        updates.insert(choices.below(len(updates) + 1), write_habit(scope))
    parts = _order(choices, updates)
    if happens(choices, 30):
        parts = [[f"{optimizer}.zero_grad()"] for optimizer in scope.optimizers] + parts
    for _ in range(choices.below(4)):
        extra = write_extra(scope)
        parts.insert(choices.below(len(parts) + 1 - _first_place(parts, extra)) + _first_place(parts, extra), extra)
    return [line for part in parts for line in part]


def _first_place(parts: list[Lines], extra: Lines) -> int:
    """Where at the earliest the names that a part uses are defined; what is defined before the loop does not count."""
    used = set(re.findall(r"\w+", "\n".join(extra)))
    defining = [n for n, part in enumerate(parts) if used & set(re.findall(r"(\w+) = ", "\n".join(part)))]
    return defining[-1] + 1 if defining else 0


def _order(choices: Choices, updates: list[Update]) -> list[Lines]:
    kind = choices.below(4)
    if kind <= 1:
        return [part for u in updates for part in (*u.compute, *u.backward, *u.step)]
    computes = [part for u in updates for part in u.compute]
    if kind == 2:
        return computes + [part for u in updates for part in (*u.backward, *u.step)]
    return computes + [part for u in updates for part in u.backward] + [part for u in updates for part in u.step]


def seeded_program(seed: int) -> Program:
    """The program of a seed."""
    return write_program(SeededChoices(random.Random(seed)))


@st.composite
def programs(draw: st.DrawFn) -> Program:
    """Programs for Hypothesis."""
    return write_program(DrawnChoices(draw))
