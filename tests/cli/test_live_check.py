"""While the user waits: findings as soon as they are final, progress on a terminal, Ctrl-C."""

from __future__ import annotations

import io
import os
import pty
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from retain_lint.cli import live_check, progress
from retain_lint.cli.progress import Progress
from retain_lint.configuration.keys import OUTPUT_FORMATS
from retain_lint.execution.scheduling import check_files
from retain_lint.reporters.formats import STREAMED, find_renderer
from retain_lint.reporters.style import Style
from retain_lint.results.model import FileResult, Results
from tests.commands import CLEAN, FREED, RETAINED, hear_interrupts, run_lint, write_files

# torch raises in the helper, after the backward of its caller.
HELPER = "def send(loss):\n    loss.backward()\n"
CALLER = "import torch\nfrom a_helper import send\n\nx = torch.ones(2, requires_grad=True)\ny = (x * x).sum()\ny.backward()\nsend(y)\n"

#: the command, for which any run counts as long
LONG_RUN = """\
import sys
from retain_lint.cli import main, progress

progress.LONG = progress._INTERVAL = -1.0
sys.exit(main.main(sys.argv[1:]))
"""


def fill(folder: Path) -> None:
    write_files(
        folder, a_helper=HELPER, b_broken="x = (\n", c_freed=FREED, d_caller=CALLER, e_retained=RETAINED, f=CLEAN
    )


def stream(
    folder: Path, monkeypatch: pytest.MonkeyPatch, *arguments: str
) -> tuple[subprocess.CompletedProcess[str], int]:
    """A run that counts as long from the start, and how often it has written findings."""
    count = 0
    write = live_check.LiveCheck._write

    def count_writes(*given: object) -> None:
        nonlocal count
        before = len(given[0]._written)  # type: ignore[attr-defined]
        write(*given)  # type: ignore[arg-type]
        count += len(given[0]._written) > before  # type: ignore[attr-defined]

    with monkeypatch.context() as patch:
        patch.setattr(live_check, "LONG", -1.0)
        patch.setattr(live_check, "_INTERVAL", -1.0)
        patch.setattr(live_check.LiveCheck, "_write", count_writes)
        return run_lint("check", *arguments, cwd=folder), count


@pytest.mark.parametrize("output_format", OUTPUT_FORMATS)
def test_a_long_run_says_what_a_short_one_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, output_format: str
) -> None:
    fill(tmp_path)
    flags = ("--output-format", output_format, "--min-confidence", "conditional")
    short = run_lint("check", *flags, cwd=tmp_path)
    long, count = stream(tmp_path, monkeypatch, *flags)
    if output_format not in ("junit", "html"):  # which tell the time
        assert (long.returncode, long.stdout, long.stderr) == (short.returncode, short.stdout, short.stderr)
    assert (count > 0) == (output_format in STREAMED)


def test_findings_wait_for_the_files_that_import_theirs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(tmp_path)
    run, count = stream(tmp_path, monkeypatch, "--output-format", "concise")
    assert [line.partition(":")[0] for line in run.stdout.splitlines()] == [
        "a_helper.py",
        "c_freed.py",
        "d_caller.py",
        "e_retained.py",
    ]
    assert count == 2  # after d_caller.py, which imports the first file, and after e_retained.py
    write_files(tmp_path, d_caller=CLEAN)
    assert stream(tmp_path, monkeypatch, "--output-format", "concise")[1] == 5


def test_the_caller_is_what_it_is_said_to_be(tmp_path: Path) -> None:
    write_files(tmp_path, a_helper=HELPER, d_caller=CALLER)
    run = subprocess.run([sys.executable, "d_caller.py"], cwd=tmp_path, capture_output=True, text=True)
    assert "a second time" in run.stderr and 'a_helper.py", line 2' in run.stderr


def test_what_is_known_in_advance_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(tmp_path, c_freed=FREED, e_retained=RETAINED, f=CLEAN)
    run_lint("check", "--baseline", "known.json", "--update-baseline", "c_freed.py", cwd=tmp_path)
    run, count = stream(tmp_path, monkeypatch, "--baseline", "known.json", "--output-format", "concise")
    assert run.stdout.startswith("e_retained.py:") and run.stdout.count("\n") == 1 and count == 2
    assert "Not shown: 1 known finding" in run.stderr


@pytest.mark.parametrize("output_format", sorted(STREAMED))
def test_the_reports_of_the_files_are_the_report(tmp_path: Path, output_format: str) -> None:
    fill(tmp_path)
    results = check_files(sorted(tmp_path.glob("*.py")), 1)
    render = find_renderer(output_format, Style())
    assert "".join(render(Results((result,))) for result in results) == render(Results(tuple(results))) != ""


def test_ctrl_c_prints_what_was_found_so_far(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(tmp_path, a=FREED + "# retain-lint: noqa: RTG201\n", b=RETAINED, c=FREED)

    def interrupt(paths: Sequence[Path], jobs: int, **_: object) -> Iterator[FileResult]:
        yield from check_files(paths[:2], 1)
        raise KeyboardInterrupt

    monkeypatch.setattr(live_check, "stream_files", interrupt)
    run = run_lint("check", "--fix", "--output-format", "concise", cwd=tmp_path)
    assert run.returncode == 130
    # Which comments silence nothing is not known before all files are checked; nothing is fixed.
    assert [line.split(":")[0] for line in run.stdout.splitlines()] == ["a.py", "b.py"] and "RTG900" not in run.stdout
    assert run.stderr.endswith("retain-lint: interrupted: 2 of 3 files were checked\n")
    assert (tmp_path / "b.py").read_text(encoding="utf-8") == RETAINED


#: the command, which is interrupted where it has all results and calls the function of a module; no run counts as long, since
#: findings shown on the way go through the same functions
INTERRUPTED_REPORT = """\
import importlib, signal, sys
from retain_lint.cli import main, progress

progress.LONG = float("inf")
module = importlib.import_module(sys.argv[1])
called = getattr(module, sys.argv[2])


def call_late(*given, **named):
    signal.raise_signal(signal.SIGINT)
    return called(*given, **named)


setattr(module, sys.argv[2], call_late)
sys.exit(main.main(sys.argv[3:]))
"""


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("retain_lint.cli.live_check", "collect"),
        ("retain_lint.cli.check_command", "report"),
        ("retain_lint.cli.report", "find_renderer"),
        ("retain_lint.cli.report", "summarise"),
    ],
)
def test_ctrl_c_while_the_report_is_written(tmp_path: Path, module: str, name: str) -> None:
    fill(tmp_path)
    arguments = ["check", "--no-cache", "--output-format", "concise"]
    whole = run_lint(*arguments, cwd=tmp_path)
    command = [sys.executable, "-c", INTERRUPTED_REPORT, module, name, *arguments]
    late = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, preexec_fn=hear_interrupts)
    assert (late.returncode, late.stdout) == (130, whole.stdout)
    assert late.stderr == whole.stderr


def test_what_is_counted_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whenever Ctrl-C comes."""
    write_files(tmp_path, a=FREED, b=RETAINED, c=FREED)
    advance = Progress.advance

    def interrupt(shown: Progress, done: int) -> None:
        if done == 2:
            signal.raise_signal(signal.SIGINT)
        advance(shown, done)

    monkeypatch.setattr(Progress, "advance", interrupt)
    run, _ = stream(tmp_path, monkeypatch, "--output-format", "concise")
    assert run.returncode == 130 and [line[:1] for line in run.stdout.splitlines()] == ["a", "b"]
    assert run.stderr.endswith("retain-lint: interrupted: 2 of 3 files were checked\n")


def start_and_interrupt(folder: Path, *flags: str, **variables: str) -> tuple[subprocess.Popen[str], str]:
    """A check of a folder that is interrupted once its first line is there, as a terminal does it."""
    process = subprocess.Popen(
        [sys.executable, "-m", "retain_lint", "check", *flags, "--output-format", "concise"],
        cwd=folder,
        env={**os.environ, **variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=hear_interrupts,
    )
    assert process.stdout is not None
    first = process.stdout.readline()
    os.killpg(process.pid, signal.SIGINT)
    return process, first


@pytest.mark.parametrize("flags", [["-j", "1"], ["-j", "2"], ["-j", "1", "--watch"]], ids=" ".join)
def test_ctrl_c_of_a_real_run(tmp_path: Path, flags: list[str]) -> None:
    for number in range(900):
        write_files(tmp_path, **{f"m{number:03}": FREED})
    process, first = start_and_interrupt(tmp_path, *flags)
    assert process.stdout is not None and process.stderr is not None
    # Not communicate(), which does not see the lines that readline() has read ahead.
    rest, errors = process.stdout.read(), process.stderr.read()
    assert process.wait(timeout=60) == 130 and first.startswith("m000.py:6:1: RTG101 ")
    names = [line.split(":")[0] for line in (first + rest).splitlines()]
    assert names == [f"m{number:03}.py" for number in range(len(names))] and len(names) < 900
    assert errors.endswith(f"retain-lint: interrupted: {len(names)} of 900 files were checked\n")
    assert "Traceback" not in errors


def test_ctrl_c_while_a_full_pipe_is_written(tmp_path: Path) -> None:
    """The signal cuts the write short, and a stream without a buffer does not write the rest."""
    for number in range(900):
        write_files(tmp_path, **{f"m{number:03}": FREED})
    run_lint("check", cwd=tmp_path)  # so that all is in the cache, and found at once
    process, first = start_and_interrupt(tmp_path, "-j", "2", PYTHONUNBUFFERED="1")
    assert process.stdout is not None and process.stderr is not None
    rest, errors = process.stdout.read(), process.stderr.read()
    shown = len((first + rest).splitlines())
    assert process.wait(timeout=60) in (1, 130) and f"Found {shown} findings in {shown} files." in errors


def test_progress_is_drawn_once_a_run_is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    text = io.StringIO()
    Progress(text, 4, True).advance(2)
    monkeypatch.setattr(progress, "LONG", -1.0)
    Progress(text, 4, False).advance(2)
    assert text.getvalue() == ""
    monkeypatch.setattr(progress, "_INTERVAL", -1.0)
    shown = Progress(text, 4, True)
    shown.erase()
    shown.advance(2)
    assert text.getvalue() == f"\r\x1b[K[{'#' * 12}{'.' * 12}] 2 of 4 files"
    shown.erase()
    shown.erase()
    assert text.getvalue().endswith("files\r\x1b[K") and text.getvalue().count("\x1b") == 2


def test_progress_on_a_real_terminal(tmp_path: Path) -> None:
    for number in range(20):
        write_files(tmp_path, **{f"m{number:03}": CLEAN})
    for flags, drawn in (([], True), (["-q"], False)):
        ours, theirs = pty.openpty()
        command = [sys.executable, "-c", LONG_RUN, "check", "-j", "1", *flags]
        process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=theirs)
        os.close(theirs)
        text = read_all(ours)
        output, _ = process.communicate(timeout=60)
        assert (process.returncode, output) == (0, b"")
        assert (" of 20 files" in text) == drawn and (text.rpartition("\x1b[K")[2] == "") != drawn


def read_all(terminal: int) -> str:
    """What was written to a terminal, until no one has it open."""
    parts = []
    while True:
        try:
            data = os.read(terminal, 4096)
        except OSError:  # Linux's way to say that it is closed
            data = b""
        if not data:
            os.close(terminal)
            return b"".join(parts).decode()
        parts.append(data)
