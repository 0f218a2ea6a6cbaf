"""A finding has a fix, or a cure that says what to type, or a note that says why no fix is made."""

from __future__ import annotations

from pathlib import Path

import pytest

from retain_lint.diagnostic import Diagnostic
from retain_lint.rules.base import all_rules
from retain_lint.rules.examples import Bad
from retain_lint.rules.wording import is_code
from retain_lint.runner import Runner
from tests.truth.program_files import FOLDER

EXAMPLES = {f"{rule.code} {e.title}": e.code for rule in all_rules() for e in rule.examples if isinstance(e, Bad)}
PROGRAMS = (
    "c147_steps_on_nothing",
    "c149_dropout_behind_an_activation",
    "c154_attributes_by_default",
    "c157_values_of_before_the_update",
    "c160_memories_of_layers",
    "c165_batches_of_rows_embedded_once",
    "c230_both_losses_before_both_steps",
    "c260_cleared_between_two_calls",
    "c642_leak_into_a_step_of_a_scaler",
)


def find(text: str) -> list[Diagnostic]:
    return [reported.diagnostic for reported in Runner().check_file(Path("a.py"), text.encode()).reported]


@pytest.mark.parametrize("name", [*EXAMPLES, *PROGRAMS])
def test_no_finding_is_left_without_a_cure(name: str) -> None:
    found = find(EXAMPLES[name] if name in EXAMPLES else (FOLDER / f"{name}.py").read_text(encoding="utf-8"))
    assert found
    for d in found:
        excused = any(note.startswith("no fix is made: ") for note in d.notes)
        assert d.fix is not None or is_code(d.help) or excused, (d.message, d.help)
        assert excused <= (d.fix is None) and max(map(len, (d.message, d.help, *d.notes))) <= 120


def test_a_loss_that_is_for_one_module_alone() -> None:
    """Where the program itself names the module's parameters, the cure is the whole call."""
    (found,) = find(EXAMPLES["RTG302 both losses go backward before both steps"])
    assert found.help == "use `g_loss.backward(inputs=list(G.parameters()))`"
