"""A program of a cell under torch and under the analysis: what each says, and whether they agree."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import torch

from retain_lint.rules.examples import Waste
from tests.rules.analysis import Reported
from tests.semantics.cells import Cell, Places
from tests.truth.execution import PROGRAM, run_forked, run_program
from tests.truth.measures import MEASURES, are_close, run_clean

MESSAGES = {
    "RTG101": ("Trying to backward through the graph a second time",),
    "RTG102": ("Trying to backward through the graph a second time",),
    "RTG103": ("modified by an inplace operation", "its base or another view of its base has been modified inplace"),
    "RTG104": ("unexpected keyword argument 'retain_variables'",),
}
WASTES = {
    "RTG201": Waste.RETAINED,
    "RTG202": Waste.REDUNDANT,
    "RTG203": Waste.SEPARATE_PASSES,
    "RTG301": Waste.DISCARDED,
    "RTG302": Waste.LEAKED,
    "RTG303": Waste.IDLE_STEP,
    "RTG304": Waste.REPEATED,
}
#: packages that forward what the real ones forward to Tensor.backward, and do nothing else
STAND_INS = Path(__file__).parent / "stand_ins"
#: how something is written shorter: may stand beside any finding
STYLE = frozenset({"RTG202", "RTG203"})


@dataclass(frozen=True)
class Raised:
    """The error that ended a program ("" if none did) and the program's lines that led to it."""

    text: str
    lines: tuple[int, ...]


def raising_place(cell: Cell) -> tuple[int, tuple[str, ...]] | None:
    """Where and with which texts the program must raise; None if it must not."""
    texts = [(line, (text,)) for line, text in cell.places("raises")]
    codes = cell.places("expect", "silent")
    texts += [(line, MESSAGES[code]) for line, code in codes if code in MESSAGES and not cell.fixed]
    return min(texts, default=None)


def wasteful_places(cell: Cell) -> list[tuple[int, str]]:
    """The marked lines that err without raising."""
    codes = cell.places("expect", "silent")
    return sorted(place for place in codes if place[1] not in MESSAGES or cell.fixed)


def check_run(cell: Cell) -> None:
    """torch does what the cell says. Raises AssertionError."""
    with _stand_ins():
        _check_run(cell)


@contextmanager
def _stand_ins() -> Iterator[None]:
    """Programs that run inside may import the stand-ins."""
    sys.path.insert(0, str(STAND_INS))
    try:
        yield
    finally:
        sys.path.remove(str(STAND_INS))


def _check_run(cell: Cell) -> None:
    raised = run_forked(lambda: _execute(cell.code))
    expected = raising_place(cell)
    if expected is None or _is_caught(cell, expected[0]):
        assert not raised.text, f"lines {raised.lines}: {raised.text}"
    else:
        assert expected[0] in raised.lines and any(text in raised.text for text in expected[1]), raised
    for line, code in wasteful_places(cell):
        measure = _measure_wrong_gradient if code in MESSAGES else MEASURES[WASTES[code]]
        measure(cell.code, line, cell.fixed)


def _execute(code: str) -> Raised:
    """Runs a program as it is: a dispatch mode would keep the foreach kernels from moving versions."""
    torch.manual_seed(0)
    try:
        exec(compile(code, PROGRAM, "exec"), {"__name__": "__main__"})
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)
        return Raised(f"{type(error).__name__}: {error}", tuple(f.lineno or 0 for f in frames if f.filename == PROGRAM))
    return Raised("", ())


def _measure_wrong_gradient(code: str, line: int, fixed: str) -> None:
    """The gradients at the end are not those at the weights of the forward pass, which `fixed` leaves alone."""
    assert not are_close(run_clean(code).gradients, run_clean(fixed).gradients)


def _is_caught(cell: Cell, line: int) -> bool:
    return cell.code.splitlines()[line - 2].strip() == "try:"


def unneeded_retains(cell: Cell, reported: Sequence[Reported]) -> Places:
    """The reported unneeded retains that running without them confirms: nothing that follows notices."""
    lines = {report.line for report in reported if report.code == "RTG201"}
    with _stand_ins():
        plain = run_program(cell.code)
        runs = {line: run_program(cell.code, drop_retain=line) for line in lines}
    return frozenset(
        (line, "RTG201")
        for line, run in runs.items()
        if (run.error, run.parameters, run.gradients) == (plain.error, plain.parameters, plain.gradients)
    )


def unexpected_findings(cell: Cell, reported: Sequence[Reported]) -> Places:
    """What the analysis says against what torch did."""
    found = frozenset((report.line, report.code) for report in reported if report.code not in STYLE)
    return found - cell.places("expect", "also") - unneeded_retains(cell, reported)


def missing_findings(cell: Cell, reported: Sequence[Reported]) -> Places:
    """What the analysis was to say and does not."""
    return cell.places("expect") - {(report.line, report.code) for report in reported}
