"""One generated program from end to end: written, run, analysed, compared; and the same again for the smaller ones of a disagreement."""

from __future__ import annotations

import random
import signal
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType

import torch

from tests.differential.agreement import Disagreement, Outcome, Sort, compare, find_lines
from tests.differential.generator.programs import Program, seeded_program
from tests.differential.oracle.label import label_program
from tests.differential.oracle.verdicts import Kind
from tests.differential.reduction import reduce_program

SEEDS_WITH_COINS = 5
"""Runs of a program that throws dice; without dice one run shows all."""
SEEDS_TO_REFUTE = 40
"""Runs that must not show what the analyser says, before it counts as false."""
_SECONDS = 60


class _TooLong(Exception):
    """A program did not end in time."""


@dataclass(slots=True)
class Trial:
    """What became of the program of a seed. `invalid`: why it was not judged; `crash`: the analyser's own failure."""

    seed: int
    text: str
    coins: bool
    agreed: list[Kind] = field(default_factory=list)
    doubtful: list[Kind] = field(default_factory=list)
    disagreements: list[Disagreement] = field(default_factory=list)
    invalid: str = ""
    crash: str = ""


def judge(text: str, coins: bool, gradients: bool = True) -> Outcome:
    """Runs and analyses a program."""
    truth = label_program(text, range(SEEDS_WITH_COINS if coins else 1), gradients)
    outcome = Outcome(truth) if truth.invalid else compare(text, truth)
    if coins and any(found.sort is Sort.FALSE for found in outcome.disagreements):
        truth = label_program(text, range(SEEDS_TO_REFUTE), gradients)
        return Outcome(truth) if truth.invalid else compare(text, truth)
    return outcome


def try_seed(seed: int) -> Trial:
    """Writes the program of a seed and judges it. Never raises."""
    program = seeded_program(seed)
    trial = Trial(seed, program.text, program.coins)
    try:
        with quiet_torch(), time_limit(_SECONDS):
            outcome = judge(program.text, program.coins)
    except _TooLong:
        trial.invalid = "it takes too long"
    except Exception as error:
        trial.crash = f"{type(error).__name__}: {error}"
    else:
        trial.invalid = outcome.truth.invalid
        trial.agreed, trial.doubtful = outcome.agreed, outcome.doubtful
        trial.disagreements = outcome.disagreements
    return trial


def shrink(program: Program, name: str, tries: int = 600) -> str:
    """The smallest program found that still shows a disagreement of that name."""

    def shows(text: str) -> bool:
        try:
            with time_limit(_SECONDS):
                if name.startswith("false") and not any(find_lines(text).values()):
                    return False  # cheaper than a run
                return any(found.name == name for found in judge(text, program.coins, "RTG30" in name).disagreements)
        except Exception:
            return False

    with quiet_torch():
        return reduce_program(program.text, shows, tries)


@contextmanager
def quiet_torch() -> Iterator[None]:
    """One thread, no warnings, and the random state as it was."""
    threads, state = torch.get_num_threads(), random.getstate()
    torch.set_num_threads(1)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        torch.set_num_threads(threads)
        random.setstate(state)


@contextmanager
def time_limit(seconds: int) -> Iterator[None]:
    """Raises in the block when it takes too long."""

    def ring(number: int, frame: FrameType | None) -> None:
        raise _TooLong

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
