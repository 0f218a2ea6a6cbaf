"""What the command line reports of programs: one run for many."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from retain_lint.diagnostic import Applicability, Edit, Fix
from retain_lint.source import Location, Span


@dataclass(frozen=True)
class Reported:
    """One finding of the JSON report."""

    code: str
    line: int
    related_lines: frozenset[int]
    fix: Fix | None


def check_programs(programs: Mapping[str, str], folder: Path) -> dict[str, list[Reported]]:
    """The findings in each program (by name) with every rule on. Raises AssertionError if a file cannot be checked."""
    for name, code in programs.items():
        (folder / f"{name}.py").write_text(code, encoding="utf-8")
    options = [
        "check",
        "--output-format",
        "json",
        "--select",
        "ALL",
        "--min-confidence",
        "conditional",
        "--isolated",
        str(folder),
    ]
    run = subprocess.run([sys.executable, "-m", "retain_lint", *options], capture_output=True, text=True)
    assert run.returncode in (0, 1) and not run.stderr, run.stderr
    found: dict[str, list[Reported]] = {name: [] for name in programs}
    for entry in json.loads(run.stdout):
        found[Path(entry["filename"]).stem].append(read_entry(entry))
    return {name: _without_style(name, reports) for name, reports in found.items()}


def _without_style(name: str, reports: list[Reported]) -> list[Reported]:
    """RTG203 only says how the same thing is written shorter: it may stand beside any other finding."""
    return (
        reports
        if not name.startswith("RTG") or name.startswith("RTG203")
        else [report for report in reports if report.code != "RTG203"]
    )


def read_entry(entry: dict[str, Any]) -> Reported:
    related = frozenset(place["location"]["row"] for place in entry["related_locations"])
    return Reported(entry["code"], entry["location"]["row"], related, _read_fix(entry["fix"]))


def _read_fix(fix: dict[str, Any] | None) -> Fix | None:
    if fix is None:
        return None
    edits = tuple(Edit(edit["content"], _read_location(edit)) for edit in fix["edits"])
    return Fix(Applicability(fix["applicability"]), fix["message"], edits)


def _read_location(edit: dict[str, Any]) -> Location:
    start, end = edit["location"], edit["end_location"]
    return Location("", Span(start["row"], start["column"] - 1, end["row"], end["column"] - 1))
