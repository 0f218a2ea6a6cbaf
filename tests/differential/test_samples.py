"""On some of torch's own samples of its operators and modules the analyser and torch say the same."""

from __future__ import annotations

from pathlib import Path

from tests.differential.samples.cases import list_cases
from tests.differential.samples.known import is_known
from tests.differential.samples.trials import Answer, compare, count_answers, run_samples

#: every which case is tried: a prime, so that each form of an operator has its turn
_STRIDE = 29


def test_torch_and_the_analyser_say_the_same_of_samples(tmp_path: Path) -> None:
    cases = [case for case in list_cases() if not is_known(case)]
    compared = list(compare(list(run_samples(cases[::_STRIDE])), tmp_path))
    wrong = [(sample.case.call, answer) for sample, answer in compared if answer.wrong]
    assert wrong == []
    answers = count_answers(compared)
    assert answers[Answer.AGREED] > 0.95 * answers.total() > 250
