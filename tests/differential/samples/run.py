"""All samples: `python -m tests.differential.samples.run`. See docs/differential.md."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.differential.samples.cases import list_cases
from tests.differential.samples.trials import compare, count_answers, run_samples


def main() -> int:
    """Prints how often each answer was given, and each wrong one; the exit code says whether there was one."""
    samples = list(run_samples(list_cases()))
    with tempfile.TemporaryDirectory() as folder:
        compared = list(compare(samples, Path(folder)))
    wrong = [(sample, answer) for sample, answer in compared if answer.wrong]
    for sample, answer in wrong:
        print(f"{answer.value}: {sample.case.kind} T{sample.case.operand} of {sample.case.making} {sample.case.call}")
    for answer, count in count_answers(compared).items():
        print(f"{count:6d} {answer.value}")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
