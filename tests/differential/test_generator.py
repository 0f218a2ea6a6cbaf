"""Programs are programs, a seed names one, and a disagreement's program is made small."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given, settings

from tests.differential.generator.programs import Program, programs, seeded_program
from tests.differential.reduction import reduce_program


@settings(max_examples=100, deadline=None)
@given(programs())
def test_what_is_drawn_is_a_program(program: Program) -> None:
    compile(program.text, "<drawn>", "exec")
    assert ast.unparse(ast.parse(program.text)) + "\n" == program.text


@pytest.mark.parametrize("seed", range(20))
def test_a_seed_names_a_program(seed: int) -> None:
    assert seeded_program(seed) == seeded_program(seed)


def test_the_smallest_program_keeps_what_it_must_show() -> None:
    text = seeded_program(3).text

    def shows(smaller: str) -> bool:
        return ".backward(" in smaller and "for " in smaller

    small = reduce_program(text, shows, tries=2000)
    assert shows(small) and len(small.splitlines()) <= 3
