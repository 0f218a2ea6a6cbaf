"""How each kind of waste is measured: from runs of the program, of its variant without a retain, and of the fixed one.

Every measure raises AssertionError unless the program on hand errs in just that way on the given line.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from retain_lint.rules.examples import Waste
from tests.truth.execution import Run, Values, run_program

Measure = Callable[[str, int, str], None]
"""Of the program, the reported line and the fixed program."""


def run_clean(code: str) -> Run:
    """A run that must not raise."""
    run = run_program(code)
    assert run.error is None, f"line {run.error_line}: {run.error}"
    return run


def are_close(one: Values, other: Values) -> bool:
    """Whether two sets of tensors are equal up to rounding; a missing gradient equals only a missing one."""
    if one.keys() != other.keys():
        return False
    return all(_is_close(values, other[name]) for name, values in one.items())


def _is_close(one: list[float] | None, other: list[float] | None) -> bool:
    if one is None or other is None:
        return one is other
    return all(math.isclose(a, b, rel_tol=1e-5, abs_tol=1e-6) for a, b in zip(one, other, strict=True))


def drop_retain(code: str, line: int) -> tuple[Run, Run]:
    """Runs with and without the retain on `line`, both counting buffers."""
    return run_program(code, count_buffers=True), run_program(code, drop_retain=line, count_buffers=True)


def measure_retained(code: str, line: int, fixed: str) -> None:
    plain, dropped = drop_retain(code, line)
    assert run_clean(code).error == run_program(code, drop_retain=line).error is None
    assert any(call.retain for call in plain.calls if line in call.lines)
    assert (plain.parameters, plain.gradients) == (dropped.parameters, dropped.gradients)
    assert _count_buffers(plain, line) > _count_buffers(dropped, line)


def measure_redundant(code: str, line: int, fixed: str) -> None:
    bad, good = run_program(code, count_buffers=True), run_program(fixed, count_buffers=True)
    assert bad.error is good.error is None
    assert (bad.parameters, bad.gradients) == (good.parameters, good.gradients)
    assert [(call.retain, call.buffers) for call in bad.calls] == [(call.retain, call.buffers) for call in good.calls]


def measure_separate_passes(code: str, line: int, fixed: str) -> None:
    bad, good = run_clean(code), run_clean(fixed)
    assert bad.operations > good.operations
    assert are_close(bad.gradients, good.gradients) and are_close(bad.parameters, good.parameters)


def measure_history(code: str, line: int, fixed: str) -> None:
    bad, good = run_clean(code), run_clean(fixed)
    assert bad.history > good.history
    assert (bad.parameters, bad.gradients) == (good.parameters, good.gradients)


def measure_discarded(code: str, line: int, fixed: str) -> None:
    bad, good = run_clean(code), run_clean(fixed)
    assert bad.operations > good.operations
    assert bad.parameters == good.parameters


def measure_leaked(code: str, line: int, fixed: str) -> None:
    assert not are_close(run_clean(code).parameters, run_clean(fixed).parameters)


def measure_idle_step(code: str, line: int, fixed: str) -> None:
    bad, good = run_clean(code), run_clean(fixed)
    idle = [step.changed for step in bad.steps if step.line == line]
    assert idle and not any(idle)
    assert any(step.changed for step in good.steps if step.line == line)


def measure_repeated(code: str, line: int, fixed: str) -> None:
    assert any(step.repeated for step in run_clean(code).steps if step.line == line)
    assert not any(step.repeated for step in run_clean(fixed).steps)


MEASURES: Mapping[Waste, Measure] = {
    Waste.RETAINED: measure_retained,
    Waste.REDUNDANT: measure_redundant,
    Waste.SEPARATE_PASSES: measure_separate_passes,
    Waste.HISTORY: measure_history,
    Waste.DISCARDED: measure_discarded,
    Waste.LEAKED: measure_leaked,
    Waste.IDLE_STEP: measure_idle_step,
    Waste.REPEATED: measure_repeated,
    Waste.WRONG_GRADIENT: measure_leaked,
}


def _count_buffers(run: Run, line: int) -> int:
    return sum(call.buffers for call in run.calls if line in call.lines)
