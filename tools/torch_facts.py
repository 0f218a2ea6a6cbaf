"""A second opinion on PyTorch: what the analysis takes for granted, checked against the torch that is installed.

    python -m tools.torch_facts            # needs pytest; PyYAML for the table; from the top of the repository

The table of operations is generated anew from that torch, where its wheel has the sources, and compared row by row. The facts are
those tests that ask torch alone: expressions run twice and written to, roles of functions, layers, optimizers, names, and the
programs of `tests/semantics`. Each difference is a line; the exit code is 1 if there are any.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path

import pytest
import torch

from retain_lint.torch_api.ops_generated import OPS

ROOT = Path(__file__).parents[1]
#: the tests that ask torch, and say nothing of the analysis beyond its tables
FACTS = (
    "tests/torch_api/test_running_torch.py",
    "tests/torch_api/test_control_facts.py",
    "tests/torch_api/test_layer_attributes.py",
    "tests/torch_api/test_distributions.py",
    "tests/torch_api/test_names.py",
    "tests/semantics/test_programs.py",
)
#: those among them that ask the analysis
_OURS = ("test_analysis_says_what_torch_does", "test_silence_has_a_reason", "test_names_differ")
_ABSENT = re.compile(r"has no attribute|No module named|cannot import name|unexpected keyword argument")
_WIDTH = 160

Row = tuple[str, str, str]


@dataclass(eq=False)  # some releases of pytest put plugins into sets
class Collector:
    """A plugin of pytest that keeps what differs, by test: a name that torch lacks, or another outcome."""

    checked: int = 0
    absent: dict[str, str] = field(default_factory=dict)
    others: dict[str, str] = field(default_factory=dict)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leaves out what says nothing of torch."""
        items[:] = [item for item in items if not item.name.startswith(_OURS)]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Counts a test once, when it has run."""
        self.checked += report.when == "call"
        if report.failed:
            self._keep(report.nodeid, report.longreprtext)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A file whose imports fail stands for all of its tests."""
        if report.failed:
            self._keep(report.nodeid, report.longreprtext)

    def _keep(self, test: str, story: str) -> None:
        errors = [line.removeprefix("E").strip() for line in story.splitlines() if line.startswith("E  ")]
        said = next((line for line in errors if _ABSENT.search(line)), errors[0] if errors else story.strip())
        kind = self.absent if _ABSENT.search(said) else self.others
        kind[test.removeprefix("tests/")] = said[:_WIDTH]


def check_facts(facts: Sequence[str] = FACTS) -> Collector:
    """Runs tests, and returns what they say."""
    found = Collector()
    options = ["--tb=short", "-p", "no:cacheprovider", "-o", "addopts=", "--continue-on-collection-errors"]
    with redirect_stdout(StringIO()):
        pytest.main([*options, *facts], plugins=[found])
    return found


def build_rows() -> dict[str, Row] | None:
    """The table of the installed torch; None if its wheel does not say from what its derivatives are generated."""
    try:
        from tools.gen_torch_ops import build_table
    except ImportError:
        return None
    table, _ = build_table()
    return {name: (" ".join(row.parameters), row.saves, row.flags) for name, row in table.items()}


def compare_tables(ours: Mapping[str, Row], theirs: Mapping[str, Row]) -> Iterator[str]:
    """The rows that differ."""
    for name in sorted({*ours, *theirs}):
        old, new = ours.get(name), theirs.get(name)
        if old is None or new is None:
            yield f"{name}: {'new' if old is None else 'gone, or no row can be made of it'}"
        elif old != new:
            yield f"{name}: {_show(old)} -> {_show(new)}"


def _show(row: Row) -> str:
    parameters, saves, flags = row
    return f"({', '.join(parameters.split())}) saves {saves or 'nothing'} [{flags}]"


def main(facts: Sequence[str] = FACTS) -> int:
    """Prints the differences; returns 1 if there are any."""
    rows = build_rows()
    differing = [] if rows is None else list(compare_tables(OPS, rows))
    found = check_facts(facts)
    print(f"torch {torch.__version__}: {found.checked} facts checked")
    print("The wheel has no sources to generate the table from." if rows is None else f"{len(rows)} rows generated")
    _list("Rows that differ", differing)
    _list("Names that this torch lacks", [f"{test}: {said}" for test, said in found.absent.items()])
    _list("Other outcomes", [f"{test}: {said}" for test, said in found.others.items()])
    return int(bool(differing or found.absent or found.others or not found.checked))


def _list(title: str, lines: Sequence[str]) -> None:
    print(f"\n{title}: {len(lines)}")
    for line in lines:
        print(f"  {line}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or FACTS))
