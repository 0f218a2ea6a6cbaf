"""The way of one file."""

from __future__ import annotations

from pathlib import Path

import pytest

from retain_lint import runner
from retain_lint.frontend.text import SourceText
from retain_lint.runner import Runner
from tests.commands import CLEAN, FREED


def test_a_file_with_a_finding() -> None:
    result = Runner().check_file(Path("/a.py"), FREED.encode())
    (reported,) = result.reported
    assert reported.diagnostic.code == "RTG101" and reported.noqa_row == 6
    assert reported.lines[reported.diagnostic.location] == "y.backward()"
    assert result.errors == () and result.statistics["entry points"] >= 1


def test_files_without_findings() -> None:
    one = Runner()
    for text in (CLEAN, "", "\n", "x = 1", "\ufeffx = 1\r\n"):
        result = one.check_file(Path("/a.py"), text.encode())
        assert (result.reported, result.errors) == ((), ())


def test_syntax_of_files_that_the_prefilter_rejects() -> None:
    runner = Runner()
    assert runner.check_file(Path("/a.py"), b"x = = 1\n").errors
    for text in ("print 1\n", "x = (\n", "\tx\n y\n"):
        (error,) = map(str, runner.check_file(Path("/a.py"), text.encode()).errors)
        assert error.startswith("/a.py:") and "\n" not in error


def test_syntax_that_only_a_compiler_rejects_is_none_of_ours() -> None:
    for text in ("return 1\n", "await x\n", "'\\d'\n", "x = 1 is 1\n"):
        assert Runner().check_file(Path("/a.py"), text.encode()).errors == ()


def test_comments_can_be_left_to_the_host() -> None:
    source = SourceText("/a.py", FREED.rstrip() + "  # noqa\n")
    assert Runner().check_source(source).reported == ()
    assert len(Runner(noqa=False).check_source(source).reported) == 1


def test_a_text_that_is_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "MAX_CHARACTERS", len(FREED))
    assert Runner().check_file(Path("/a.py"), FREED.encode()).reported
    result = Runner().check_file(Path("/a.py"), FREED.encode() + b"\n")
    assert result.errors == () and result.reported == () and result.cut_short
    assert result.statistics == {"file-size budget cuts": 1}
    assert [doubt.reason.value for call in result.calls for doubt in call.doubts] == ["budget/file-size"]
