"""The step of an optimiser class of the program's own is not run for each of its calls, unless it does more than to step."""

from __future__ import annotations

from pathlib import Path

import pytest

from retain_lint.domain.call_verdict import Verdict
from retain_lint.runner import Runner

PROGRAMS = Path(__file__).parent / "truth" / "programs"
STEP = "    optimizer.step()\n"


def _count(path: Path, text: str) -> int:
    path.write_text(text)
    return Runner().check_file(path).statistics["instructions"]


def test_steps_alike_are_not_run_again(tmp_path: Path) -> None:
    text = (PROGRAMS / "c732_own_step_that_writes_data.py").read_text()
    once = _count(tmp_path / "once.py", text)
    assert _count(tmp_path / "often.py", text.replace(STEP, 20 * STEP)) < 1.5 * once


def test_what_a_step_keeps_is_other_data(tmp_path: Path) -> None:
    text = (PROGRAMS / "c731_own_step_that_writes_parameters.py").read_text()
    tested = "    if optimizer.count > 2:\n        net(torch.rand(1, 2)).sum().backward(retain_graph=True)\n"
    (tmp_path / "counted.py").write_text(text.replace(STEP, STEP + tested))
    calls = Runner().check_file(tmp_path / "counted.py").calls
    assert [call.verdicts for call in calls][1] == (Verdict.UNNECESSARY,)


@pytest.mark.parametrize("name", ["c733_own_step_that_runs_the_engine", "c734_own_steps_that_do_more"])
def test_steps_that_do_more_are_run(name: str) -> None:
    calls = Runner().check_file(PROGRAMS / f"{name}.py").calls
    needed = [call for call in calls if call.verdicts == (Verdict.NEEDED,)]
    assert len(needed) == sum(
        "retain_graph=True" in line for line in (PROGRAMS / f"{name}.py").read_text().splitlines()
    )
    assert {verdict for call in calls for verdict in call.verdicts} <= {Verdict.NEEDED, Verdict.FINE}


def test_steps_are_not_run_again_where_what_they_keep_was_loaded(tmp_path: Path) -> None:
    text = (PROGRAMS / "c732_own_step_that_writes_data.py").read_text()
    text = text.replace("Plain(net.parameters())\n", 'Plain(net.parameters())\noptimizer.state = torch.load("state")\n')
    once = _count(tmp_path / "once.py", text)
    assert _count(tmp_path / "often.py", text.replace(STEP, 20 * STEP)) < 1.5 * once
