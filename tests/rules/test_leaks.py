"""A call that errs is judged as it will be once its error is cured: the leak is told at once, and not only after the first fix."""

from __future__ import annotations

import pytest

from tests.rules.analysis import Reported, check_programs
from tests.truth.execution import run_program
from tests.truth.measures import are_close, run_clean

HEAD = """\
import torch
from torch import nn

torch.manual_seed(0)
generator = nn.Linear(2, 2)
discriminator = nn.Sequential(nn.Linear(2, 2), nn.Tanh(), nn.Linear(2, 1))
g_optimizer = torch.optim.SGD(generator.parameters(), lr=0.1)
d_optimizer = torch.optim.SGD(discriminator.parameters(), lr=0.1)
for _ in range(2):
    fake = generator(torch.rand(4, 2))
"""
JUDGE = """\
    d_loss = discriminator(fake.detach()).mean() - discriminator(torch.rand(4, 2)).mean()
    d_loss.backward()
    d_optimizer.step()
    d_optimizer.zero_grad()
"""
FORWARD = "    g_loss = -discriminator(fake).mean()\n"
PAINT = """\
    g_loss.backward()
    g_optimizer.step()
    g_optimizer.zero_grad()
"""
#: the generator's loss goes through the discriminator before that is stepped, or behind
STALE = HEAD + FORWARD + JUDGE + PAINT
CURED = HEAD + JUDGE + FORWARD + PAINT
CLEARED = HEAD + "    d_optimizer.zero_grad()\n" + JUDGE + FORWARD + PAINT
LINE = STALE.splitlines().index("    g_loss.backward()") + 1


@pytest.fixture(scope="module")
def found() -> dict[str, list[Reported]]:
    programs = {"stale": STALE, "cured": CURED, "cleared": CLEARED}
    return check_programs(programs)


def test_the_leak_is_there_once_the_error_is_cured() -> None:
    error = run_program(STALE).error
    assert error is not None and "modified by an inplace operation" in error
    assert not are_close(run_clean(CURED).parameters, run_clean(CLEARED).parameters)


def test_it_is_told_before_and_after_the_cure(found: dict[str, list[Reported]]) -> None:
    assert {(report.line, report.code) for report in found["stale"]} == {(LINE, "RTG103"), (LINE, "RTG302")}
    assert {(report.line, report.code) for report in found["cured"]} == {(LINE, "RTG302")}


def test_nothing_is_told_of_what_is_cleared_in_time(found: dict[str, list[Reported]]) -> None:
    assert not found["cleared"]
