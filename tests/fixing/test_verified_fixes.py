"""Fixes have to prove themselves. The analysis is replaced by a small one, so that it can be wrong on purpose."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from retain_lint.configuration.rule_selection import Selection
from retain_lint.diagnostic import Applicability, Confidence, Diagnostic, Edit, Fix
from retain_lint.fixing.verified_fixes import FixedFile, Fixer
from retain_lint.results.filters import Filter
from retain_lint.results.model import FailureKind, FileResult, ReportedDiagnostic, fail
from retain_lint.source import Location, Span
from tests.commands import RETAINED, check_json, run_lint, write_files
from tests.truth.execution import run_program

CODES = frozenset({"RTG1", "RTG2", "RTG3"})
KEEP = Filter(Selection(CODES, frozenset()), Confidence.CONDITIONAL, CODES)
PATH = Path("a.py")
BROKEN = fail(FailureKind.SYNTAX, PATH, "broken")
Replacements = dict[str, tuple[str, str]]


def make_check(words: Replacements, applicability: Applicability = Applicability.SAFE) -> Callable[..., FileResult]:
    """An analysis that finds words: each has a code, and a replacement for its fix (none if empty)."""

    def check(path: Path, data: bytes) -> FileResult:
        reported = []
        for number, line in enumerate(data.decode().split("\n"), 1):
            for match in re.finditer(r"\w+", line):
                if match.group() in words:
                    code, content = words[match.group()]
                    location = Location(str(path), Span(number, match.start(), number, match.end()))
                    fix = Fix(applicability, "", (Edit(content, location),)) if content else None
                    diagnostic = Diagnostic(code, "", "", location, Confidence.DEFINITE, fix=fix)
                    reported.append(ReportedDiagnostic(diagnostic, number, {}))
        return FileResult(path, tuple(reported), errors=(BROKEN,) if "BROKEN" in data.decode() else ())

    return check


def fix(text: str, words: Replacements, **options: bool) -> FixedFile:
    return Fixer(options.get("unsafe", False), make_check(words)).fix(PATH, text.encode(), KEEP)


def test_all_at_once() -> None:
    fixed = fix("one two\none\n", {"one": ("RTG1", "1"), "two": ("RTG2", "2")})
    assert fixed.after == b"1 2\n1\n" and len(fixed.fixed) == 3 and fixed.result.reported == ()


def test_a_fix_that_does_not_remove_its_finding_is_not_applied() -> None:
    fixed = fix("one\ntwo\n", {"one": ("RTG1", "one one"), "two": ("RTG2", "2")})
    assert fixed.after == b"one\n2\n" and [diagnostic.code for diagnostic in fixed.fixed] == ["RTG2"]
    assert list(map(str, fixed.withheld)) == ["line 1: RTG1 is not fixed: its fix would not remove it"]


def test_a_fix_that_brings_a_finding_is_not_applied() -> None:
    fixed = fix("one\ntwo\n", {"one": ("RTG1", "bad"), "bad": ("RTG3", ""), "two": ("RTG2", "2")})
    assert fixed.after == b"one\n2\n"
    assert list(map(str, fixed.withheld)) == ["line 1: RTG1 is not fixed: its fix would bring RTG3 (line 1)"]


def test_what_a_fix_brings_and_its_own_fix_leaves_is_told() -> None:
    fixed = fix("one\n", {"one": ("RTG1", "two"), "two": ("RTG2", "two two")})
    assert fixed.after == b"one\n"
    assert list(map(str, fixed.withheld)) == ["line 1: RTG1 is not fixed: its fix would bring RTG2 (line 1)"]


def test_a_fix_that_brings_a_finding_that_is_not_shown_is_applied() -> None:
    assert fix("one\n", {"one": ("RTG1", "bad"), "bad": ("RTG9", "")}).after == b"bad\n"


def test_a_fix_that_breaks_the_file_is_not_applied() -> None:
    fixed = fix("one\ntwo\n", {"one": ("RTG1", "BROKEN"), "two": ("RTG2", "2")})
    assert fixed.after == b"one\n2\n"
    assert list(map(str, fixed.withheld)) == ["line 1: RTG1 is not fixed: with its fix the file could not be checked"]


def test_what_a_fix_makes_needless_is_fixed_with_it() -> None:
    fixed = fix("one\nbad\n", {"one": ("RTG1", "next"), "next": ("RTG2", "3"), "bad": ("RTG3", "")})
    assert fixed.after == b"3\nbad\n" and [diagnostic.code for diagnostic in fixed.fixed] == ["RTG1"]


def test_findings_that_lines_move_are_not_new() -> None:
    fixed = fix("one bad\nbad\ntwo\n", {"one": ("RTG1", "1\n\n1"), "bad": ("RTG3", ""), "two": ("RTG2", "2")})
    assert fixed.after == b"1\n\n1 bad\nbad\n2\n"


def test_a_circle_of_fixes_ends_where_it_began() -> None:
    assert fix("one\n", {"one": ("RTG1", "two"), "two": ("RTG2", "one")}).after == b"one\n"


@pytest.mark.parametrize(
    ("applicability", "unsafe", "applied"),
    [
        (Applicability.SAFE, False, True),
        (Applicability.UNSAFE, False, False),
        (Applicability.UNSAFE, True, True),
        (Applicability.DISPLAY_ONLY, True, False),
    ],
)
def test_applicability(applicability: Applicability, unsafe: bool, applied: bool) -> None:
    check = make_check({"one": ("RTG1", "1")}, applicability)
    assert (Fixer(unsafe, check).fix(PATH, b"one", KEEP).after == b"1") == applied


def test_edits_of_other_files_are_not_made() -> None:
    location = Location(str(PATH), Span(1, 0, 1, 1))
    elsewhere = Edit("", Location("b.py", location.span))
    diagnostic = Diagnostic(
        "RTG1", "", "", location, Confidence.DEFINITE, fix=Fix(Applicability.SAFE, "", (elsewhere,))
    )
    assert not Fixer(True).is_fixable(diagnostic)


def test_fixes_of_a_notebook(tmp_path: Path) -> None:

    first, second = RETAINED.split("for _", 1)
    sources = ["%matplotlib inline\n" + first, "for _" + second]
    cells = [{"cell_type": "code", "metadata": {}, "outputs": [], "source": source} for source in sources]
    (tmp_path / "a.ipynb").write_text(json.dumps({"cells": cells, "metadata": {}}, indent=1), encoding="utf-8")
    (finding,) = check_json(cwd=tmp_path)
    assert (finding["code"], finding["cell"], finding["location"]["row"]) == ("RTG201", 2, 4)
    assert run_lint("check", "--fix", cwd=tmp_path).returncode == 0
    fixed = json.loads((tmp_path / "a.ipynb").read_text(encoding="utf-8"))
    assert [cell["source"] for cell in fixed["cells"]] == [sources[0], sources[1].replace("retain_graph=True", "")]


def test_the_real_analysis_proves_a_fix_with_its_consequence(tmp_path: Path) -> None:
    program = (Path(__file__).parents[2] / "examples" / "submodels.py").read_text(encoding="utf-8")
    write_files(tmp_path, a=program)
    assert run_lint("check", "--fix", "--isolated", cwd=tmp_path).returncode == 0
    fixed = (tmp_path / "a.py").read_text(encoding="utf-8")
    assert fixed == program.replace("decoder(code)", "decoder(code.detach())").replace("retain_graph=True", "")
    assert run_program(fixed).parameters == run_program(program).parameters


def test_a_chain_of_calls_becomes_one(tmp_path: Path) -> None:
    """Each sum is a consequence of the one before: the calls are neighbours only then."""
    losses = [
        "out.sum()",
        "out.abs().sum()",
        "out.square().sum()",
        "out.exp().sum()",
        "out.sin().sum()",
        "out.cos().sum()",
    ]
    calls = "".join(f"{loss}.backward(retain_graph=True)\n" for loss in losses[:-1])
    start = "import torch\nfrom torch import nn\n\nnet = nn.Sequential(nn.Linear(4, 8), nn.Tanh())\nout = net(torch.ones(5, 4))\n"
    write_files(tmp_path, chain=f"{start}{calls}{losses[-1]}.backward()\n")
    run = run_lint("check", "--select", "RTG203", "--fix", "--unsafe-fixes", "chain.py", cwd=tmp_path)
    assert run.returncode == 0 and "is not fixed" not in run.stderr
    fixed = (tmp_path / "chain.py").read_text(encoding="utf-8")
    assert fixed.count("backward") == 1 and all(loss in fixed for loss in losses)
    assert run_program(fixed).error is None
