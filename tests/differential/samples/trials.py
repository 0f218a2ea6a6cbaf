"""What torch and the analyser say of the cases: each is a function of a file, run by the one and read by the other."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import islice
from pathlib import Path

import torch

from retain_lint.runner import Runner
from tests.differential.samples.cases import Case

_HEAD = "import torch\nimport torch.nn.functional as F\n"
#: cases in one file
_MANY = 150
#: what of the result goes backward: the first of these that torch runs
_PICKS = (
    "out.sum()",
    "torch.view_as_real(out).sum()",
    "out[0].sum()",
    "out[1].sum()",
    "torch.view_as_real(out[0]).sum()",
)


class Answer(Enum):
    """How the analyser's word compares with torch's."""

    AGREED = "agreed"
    SILENT = "undecided"
    FALSE_MISSING = "RTG101, and it runs"
    FALSE_UNNEEDED = "RTG201, and it raises without"

    @property
    def wrong(self) -> bool:
        """Is it contrary to torch's?"""
        return self in (Answer.FALSE_MISSING, Answer.FALSE_UNNEEDED)


@dataclass(frozen=True, slots=True)
class Sample:
    """A case that torch runs; `raises`: without a retain its second engine call does."""

    case: Case
    pick: str
    raises: bool


def run_samples(cases: Sequence[Case]) -> Iterator[Sample]:
    """Those of the cases that run where the graph is retained."""
    for case in cases:
        pick = next((pick for pick in _PICKS if _run(case, pick, retain=True) is None), None)
        error = None if pick is None else _run(case, pick, retain=False)
        if pick is not None and (error is None or "second time" in error):
            yield Sample(case, pick, error is not None)


def compare(samples: Sequence[Sample], folder: Path) -> Iterator[tuple[Sample, Answer]]:
    """Each with the analyser's answer; the files are written into the folder."""
    left = iter(samples)
    while part := list(islice(left, _MANY)):
        missing, unneeded = (_find(part, folder, retain) for retain in (False, True))
        for number, sample in enumerate(part):
            yield sample, _judge(sample.raises, "RTG101" in missing[number], "RTG201" in unneeded[number])


def _judge(raises: bool, missing: bool, unneeded: bool) -> Answer:
    if missing and not raises:
        return Answer.FALSE_MISSING
    if unneeded and raises:
        return Answer.FALSE_UNNEEDED
    return Answer.AGREED if missing == raises and unneeded != raises else Answer.SILENT


def _run(case: Case, pick: str, retain: bool) -> str | None:
    """The error that the case ends with."""
    names: dict[str, object] = {}
    torch.manual_seed(0)
    try:
        exec(_HEAD + _write(case, pick, retain, 0), names)
        names["case_0"]()  # type: ignore[operator]
    except Exception as error:
        return str(error)
    return None


def _find(part: Sequence[Sample], folder: Path, retain: bool) -> list[set[str]]:
    """The codes that the analyser reports in each of the cases."""
    text, starts = _HEAD, [_HEAD.count("\n")]
    for number, sample in enumerate(part):
        text += _write(sample.case, sample.pick, retain, number)
        starts.append(text.count("\n"))
    path = folder / f"samples_{'retained' if retain else 'freed'}.py"
    path.write_text(text)
    found: list[set[str]] = [set() for _ in part]
    for one in Runner().check_file(path).reported:
        line = one.diagnostic.location.span.start_line
        found[bisect_left(starts, line) - 1].add(one.diagnostic.code)
    return found


def _write(case: Case, pick: str, retain: bool, number: int) -> str:
    tensors = [f"T{n} = {_make(tensor)}" for n, tensor in enumerate(case.tensors) if n != case.operand]
    through = case.kind == "through"
    lines = [
        *([case.making] if case.making else []),
        *tensors,
        f"leaf = {_make(case.tensors[case.operand])}.requires_grad_()",
        "extra = torch.rand(3, requires_grad=True)",
        f"T{case.operand} = {'leaf * leaf' if through else 'leaf + 1'}",
        *([f"other = T{case.operand}.sum()"] if through else []),
        f"out = {case.call}",
        f"loss = {pick} + extra.sum()",
        f"loss.backward({'retain_graph=True' if retain else ''})",
        "other.backward()" if through else "loss.backward()",
    ]
    return f"\n\ndef case_{number}():\n" + "".join(f"    {line}\n" for line in lines)


def _make(tensor: torch.Tensor) -> str:
    shape = tuple(tensor.shape)
    if tensor.dtype.is_floating_point or tensor.dtype.is_complex:
        return f"torch.rand({shape}, dtype={tensor.dtype})"
    return (
        f"torch.ones({shape}, dtype=torch.bool)"
        if tensor.dtype == torch.bool
        else f"torch.zeros({shape}, dtype=torch.int64)"
    )


def count_answers(compared: Sequence[tuple[Sample, Answer]]) -> Counter[Answer]:
    """How often each answer was given."""
    return Counter(answer for _, answer in compared)
