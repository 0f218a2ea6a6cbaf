"""The scripts in examples/: their bugs are real, and are found; set right, they run clean."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from retain_lint.rules.examples import Waste
from tests.commands import check_json
from tests.truth.execution import run_program
from tests.truth.measures import MEASURES, run_clean

FOLDER = Path(__file__).parent.parent / "examples"


@dataclass(frozen=True)
class Planted:
    """A bug: the rule, the line's text, what torch says (or how the program wastes), and the replacements that mend it."""

    file: str
    code: str
    line: str
    errs: str | Waste
    changes: tuple[tuple[str, str], ...]

    @property
    def program(self) -> str:
        return (FOLDER / self.file).read_text(encoding="utf-8")

    @property
    def fixed(self) -> str:
        fixed = self.program
        for old, new in self.changes:
            assert old in fixed
            fixed = fixed.replace(old, new)
        return fixed

    @property
    def row(self) -> int:
        (row,) = (number for number, line in enumerate(self.program.splitlines(), 1) if line.strip() == self.line)
        return row


ACTOR_LOSS = """\
        new_action, log_prob = self.act(state)
        value = self.critic(torch.cat([state, new_action], -1))
        actor_loss = (self.alpha * log_prob - value).mean()
"""
ACTOR_STEP = "        self.actor_optimizer.zero_grad()\n"
UNRETAINED = ("backward(retain_graph=True)", "backward()")

PLANTED = (
    Planted(
        "actor_critic.py",
        "RTG103",
        "actor_loss.backward()",
        "modified by an inplace operation",
        ((ACTOR_LOSS, ""), (ACTOR_STEP, ACTOR_LOSS + ACTOR_STEP)),
    ),
    Planted(
        "gan.py",
        "RTG302",
        "loss_d.backward(retain_graph=True)",
        Waste.LEAKED,
        (("discriminator(fake), zeros", "discriminator(fake.detach()), zeros"), UNRETAINED),
    ),
    Planted(
        "rnn.py",
        "RTG102",
        "loss.backward()",
        "a second time",
        (("[None, :-1], hidden)", "[None, :-1], hidden.detach())"),),
    ),
    Planted(
        "submodels.py",
        "RTG301",
        "decoder_loss.backward(retain_graph=True)",
        Waste.DISCARDED,
        (("decoder(code)", "decoder(code.detach())"), UNRETAINED),
    ),
    Planted("trainer.py", "RTG201", "self.loss.backward(retain_graph=True)", Waste.RETAINED, (UNRETAINED,)),
    Planted(
        "two_heads.py",
        "RTG101",
        "box_loss.backward()",
        "a second time",
        (
            (
                "    class_loss.backward()\n    box_loss.backward()\n",
                "    (class_loss + box_loss).backward()\n",
            ),
        ),
    ),
)


def name(planted: Planted) -> str:
    return planted.file


def test_every_script_has_its_bug() -> None:
    assert [planted.file for planted in PLANTED] == sorted(path.name for path in FOLDER.glob("*.py"))


@pytest.mark.parametrize("planted", PLANTED, ids=name)
def test_the_bug_is_real(planted: Planted) -> None:
    if isinstance(planted.errs, Waste):
        MEASURES[planted.errs](planted.program, planted.row, planted.fixed)
    else:
        run = run_program(planted.program)
        assert run.error is not None and planted.errs in run.error
        assert run.error_line == planted.row


@pytest.mark.parametrize("planted", PLANTED, ids=name)
def test_the_fixed_script_runs_clean(planted: Planted) -> None:
    run = run_clean(planted.fixed)
    assert all(step.changed and not step.repeated for step in run.steps)


def test_exactly_the_bugs_are_found() -> None:
    found = [
        (Path(entry["filename"]).name, entry["code"], entry["location"]["row"]) for entry in check_json(cwd=FOLDER)
    ]
    assert found == [(planted.file, planted.code, planted.row) for planted in PLANTED]


@pytest.mark.parametrize("planted", PLANTED, ids=name)
def test_nothing_is_found_in_the_fixed_script(planted: Planted, tmp_path: Path) -> None:
    (tmp_path / planted.file).write_text(planted.fixed, encoding="utf-8")
    assert check_json(cwd=tmp_path) == []
