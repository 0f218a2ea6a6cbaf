"""The command line as a user meets it: exit codes, streams, formats, selection, fixes, bad input."""

from __future__ import annotations

import json
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from retain_lint import __version__
from tests.commands import CLEAN, FREED, RETAINED, check_json, run_lint, run_process, write_files
from tests.truth.execution import run_program


def test_the_programs_are_what_they_are_said_to_be() -> None:
    freed = run_program(FREED)
    assert freed.error_line == 6 and "a second time" in str(freed.error)
    assert run_program(RETAINED).error is None and run_program(RETAINED, drop_retain=8).error is None
    assert run_program(CLEAN).error is None


def test_exit_codes(tmp_path: Path) -> None:
    write_files(tmp_path, clean=CLEAN, freed=FREED)
    assert run_lint("check", "clean.py", cwd=tmp_path).returncode == 0
    assert run_lint("check", "freed.py", cwd=tmp_path).returncode == 1
    assert run_lint("check", cwd=tmp_path).returncode == 1
    assert run_lint("check", "--exit-zero", cwd=tmp_path).returncode == 0
    assert run_lint("check", "absent.py", cwd=tmp_path).returncode == 2
    assert run_lint("check", "absent.py", "--exit-zero", cwd=tmp_path).returncode == 2
    assert run_lint("check", "--no-such-flag", cwd=tmp_path).returncode == 2
    assert run_lint(cwd=tmp_path).returncode == 2


def test_findings_on_stdout_and_the_summary_on_stderr(tmp_path: Path) -> None:
    write_files(tmp_path, freed=FREED)
    run = run_lint("check", "--output-format", "concise", cwd=tmp_path)
    assert run.stdout.startswith("freed.py:6:1: RTG101 `y.backward()` ")
    assert run.stdout.count("\n") == 1
    assert run.stderr == "Found 1 finding in 1 file.\nFixable: 1 with `--fix --unsafe-fixes`.\n"
    assert run_lint("check", "--output-format", "concise", "-q", cwd=tmp_path).stderr == ""


def test_output_format_from_the_environment_and_the_flag_over_it(tmp_path: Path) -> None:
    write_files(tmp_path, clean=CLEAN)
    environment = {"RETAIN_LINT_OUTPUT_FORMAT": "json"}
    assert run_lint("check", cwd=tmp_path, environment=environment).stdout == "[]\n"
    assert run_lint("check", "--output-format", "concise", cwd=tmp_path, environment=environment).stdout == ""
    wrong = run_lint("check", cwd=tmp_path, environment={"RETAIN_LINT_OUTPUT_FORMAT": "yaml"})
    assert wrong.returncode == 2 and wrong.stderr.startswith("retain-lint: $RETAIN_LINT_OUTPUT_FORMAT must be one of ")


def test_colour_only_when_asked_for_off_a_terminal(tmp_path: Path) -> None:
    write_files(tmp_path, freed=FREED)
    assert "\x1b[" not in run_lint("check", cwd=tmp_path).stdout
    assert "\x1b[" in run_lint("check", cwd=tmp_path, environment={"FORCE_COLOR": "1"}).stdout
    both = {"FORCE_COLOR": "1", "NO_COLOR": "1"}
    assert "\x1b[" not in run_lint("check", cwd=tmp_path, environment=both).stdout


@pytest.mark.parametrize(
    ("flags", "codes"),
    [
        ([], ["RTG101", "RTG201"]),
        (["--select", "ALL"], ["RTG101", "RTG201"]),
        (["--select", "RTG2"], ["RTG201"]),
        (["--select", "unnecessary-retain-graph"], ["RTG201"]),
        (["--select", "RTG101,RTG3"], ["RTG101"]),
        (["--ignore", "RTG1"], ["RTG201"]),
        (["--select", "RTG101", "--ignore", "RTG1"], ["RTG101"]),
        (["--select", "RTG1", "--ignore", "RTG101"], []),
        (["--select", "RTG3", "--extend-select", "RTG201"], ["RTG201"]),
        (["--per-file-ignores", "freed.py:RTG1"], ["RTG201"]),
        (["--per-file-ignores", "!freed.py:ALL"], ["RTG101"]),
        (["--per-file-ignores", "./freed.py:RTG1"], ["RTG201"]),
        (["--select", "all"], ["RTG101", "RTG201"]),
        (["--extend-ignore", "rtg1"], ["RTG201"]),
    ],
)
def test_selection(tmp_path: Path, flags: list[str], codes: list[str]) -> None:
    write_files(tmp_path, freed=FREED, retained=RETAINED)
    assert [finding["code"] for finding in check_json(*flags, cwd=tmp_path)] == codes


@pytest.mark.parametrize("flag", ["--select", "--ignore", "--extend-select"])
def test_unknown_selector_is_wrong_usage(tmp_path: Path, flag: str) -> None:
    write_files(tmp_path, freed=FREED)
    run = run_lint("check", flag, "RTG101,ABC", cwd=tmp_path)
    assert (run.returncode, run.stdout, run.stderr) == (2, "", f"retain-lint: {flag}: no rule is called `ABC`\n")


def test_wrong_per_file_ignores_are_wrong_usage(tmp_path: Path) -> None:
    assert run_lint("check", "--per-file-ignores", "RTG1", cwd=tmp_path).returncode == 2
    run = run_lint("check", "--per-file-ignores", "a.py:ABC", cwd=tmp_path)
    assert (run.returncode, run.stderr) == (2, "retain-lint: --per-file-ignores: no rule is called `ABC`\n")


def test_bad_input_costs_one_line_each_and_no_other_file(tmp_path: Path) -> None:
    write_files(tmp_path, freed=FREED, unclosed="def f(:\n", engine="loss.backward(\n")
    (tmp_path / "latin.py").write_bytes(b"name = '\xe9'\n")
    (tmp_path / "nulls.py").write_bytes(b"x = '\0'\n")
    (tmp_path / "broken.ipynb").write_text("{", encoding="utf-8")
    run = run_lint("check", ".", "absent.py", "--output-format", "concise", "-q", cwd=tmp_path)
    assert run.returncode == 2
    assert run.stdout.startswith("freed.py:6:1: RTG101 ") and run.stdout.count("\n") == 1
    names = ["absent.py", "broken.ipynb", "engine.py", "latin.py", "nulls.py", "unclosed.py"]
    assert [line.split(":")[0] for line in run.stderr.splitlines()] == names
    assert "no such file" in run.stderr and "cannot be decoded as utf-8" in run.stderr
    assert run.stderr.count("syntax error") == 2


def test_unreadable_file(tmp_path: Path) -> None:
    (tmp_path / "loop.py").symlink_to("loop.py")
    run = run_lint("check", "loop.py", cwd=tmp_path)
    assert run.returncode == 2 and run.stderr.startswith("loop.py: ")


def test_internal_errors_are_one_line_and_spare_other_files(tmp_path: Path) -> None:
    write_files(tmp_path, clean=CLEAN, freed=FREED)
    crash = (
        "import sys, retain_lint.interpreter.drivers.entry_points as entry, retain_lint.cli.main as cli\n"
        "real = entry.analyse\n"
        "def analyse(module, *rest, **options):\n"
        "    if module.source.path.endswith('clean.py'):\n"
        "        raise KeyError('a\\nb')\n"
        "    return real(module, *rest, **options)\n"
        "entry.analyse = analyse\n"
        "sys.exit(cli.main(sys.argv[1:]))\n"
    )
    (tmp_path / "crash.txt").write_text(crash, encoding="utf-8")
    arguments = ["crash.txt", "check", "--output-format", "concise", "-q"]
    run = subprocess.run([sys.executable, *arguments], cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode == 2
    assert run.stderr == "clean.py: internal error: KeyError: 'a\\nb'\n"
    assert run.stdout.startswith("freed.py:6:1: RTG101 ")
    verbose = subprocess.run([sys.executable, *arguments, "-v"], cwd=tmp_path, capture_output=True, text=True)
    assert "Traceback (most recent call last)" in verbose.stderr


def test_stdin(tmp_path: Path) -> None:
    run = run_lint("check", "-", "--output-format", "concise", cwd=tmp_path, stdin=FREED)
    assert run.returncode == 1 and run.stdout.startswith("<stdin>:6:1: RTG101 ")
    named = run_lint(
        "check", "-", "--stdin-filename", "pkg/a.py", "--output-format", "concise", cwd=tmp_path, stdin=FREED
    )
    assert named.stdout.startswith("pkg/a.py:6:1: RTG101 ")
    ignored = ["--stdin-filename", "pkg/a.py", "--per-file-ignores", "pkg/*:RTG1"]
    assert run_lint("check", "-", *ignored, cwd=tmp_path, stdin=FREED).returncode == 0


def test_stdin_fixed(tmp_path: Path) -> None:
    run = run_lint("check", "-", "--fix", cwd=tmp_path, stdin=RETAINED)
    assert (run.returncode, run.stdout) == (0, RETAINED.replace("retain_graph=True", ""))
    diff = run_lint("check", "-", "--diff", cwd=tmp_path, stdin=RETAINED)
    assert diff.returncode == 1 and "-    loss.backward(retain_graph=True)\n+    loss.backward()\n" in diff.stdout


def test_fix(tmp_path: Path) -> None:
    write_files(tmp_path, freed=FREED, retained=RETAINED)
    path = tmp_path / "retained.py"
    path.chmod(0o751)
    run = run_lint("check", "--fix", "--output-format", "concise", "--no-cache", cwd=tmp_path)
    assert run.returncode == 1
    assert run.stderr.startswith("Fixed 1 finding. Found 1 finding in 1 file.\n")
    assert run.stdout.startswith("freed.py:6:1: RTG101 ") and run.stdout.count("\n") == 1
    assert path.read_text(encoding="utf-8") == RETAINED.replace("retain_graph=True", "")
    assert stat.S_IMODE(path.stat().st_mode) == 0o751
    assert (tmp_path / "freed.py").read_text(encoding="utf-8") == FREED
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["freed.py", "retained.py"]


def test_unsafe_fix(tmp_path: Path) -> None:
    write_files(tmp_path, freed=FREED)
    assert run_lint("check", "--fix", "--unsafe-fixes", cwd=tmp_path).returncode == 0
    fixed = (tmp_path / "freed.py").read_text(encoding="utf-8")
    assert fixed != FREED and run_program(fixed).error is None


def test_diff_changes_nothing(tmp_path: Path) -> None:
    write_files(tmp_path, retained=RETAINED, clean=CLEAN)
    run = run_lint("check", "--diff", cwd=tmp_path)
    assert run.returncode == 1
    assert run.stdout.startswith("--- retained.py\n+++ retained.py\n@@ ")
    assert "-    loss.backward(retain_graph=True)\n+    loss.backward()\n" in run.stdout
    assert (tmp_path / "retained.py").read_text(encoding="utf-8") == RETAINED
    assert run_lint("check", "--diff", "clean.py", cwd=tmp_path).returncode == 0
    assert run_lint("check", "--diff", "--ignore", "RTG201", cwd=tmp_path).stdout == ""


def test_statistics(tmp_path: Path) -> None:
    write_files(tmp_path, freed=FREED, other=FREED, retained=RETAINED)
    run = run_lint("check", "--statistics", cwd=tmp_path)
    assert run.returncode == 1
    lines = [line.split() for line in run.stdout.splitlines()]
    assert lines[:2] == [["2", "RTG101", "backward-through-freed-graph"], ["1", "RTG201", "unnecessary-retain-graph"]]
    counted = json.loads(run_lint("check", "--statistics", "--output-format", "json", cwd=tmp_path).stdout)
    assert [rule["count"] for rule in counted["rules"]] == [2, 1]
    assert counted["analysis"]["entry points"] == 3


def test_show_files(tmp_path: Path) -> None:
    write_files(tmp_path, freed=FREED, clean=CLEAN)
    assert run_lint("check", "--show-files", cwd=tmp_path).stdout == "clean.py\nfreed.py\n"
    assert run_lint("check", "--show-files", "absent.py", cwd=tmp_path).returncode == 2


def test_noqa_silences(tmp_path: Path) -> None:
    write_files(tmp_path, freed=FREED.rstrip() + "  # noqa: RTG101\n", retained=RETAINED)
    assert [finding["code"] for finding in check_json(cwd=tmp_path)] == ["RTG201"]


def test_explain(tmp_path: Path) -> None:
    run = run_lint("explain", "RTG101", cwd=tmp_path)
    assert run.returncode == 0 and run.stdout.startswith("# backward-through-freed-graph (RTG101)\n")
    assert run_lint("explain", "backward-through-freed-graph", cwd=tmp_path).stdout == run.stdout
    assert run_lint("explain", "rtg101", cwd=tmp_path).stdout == run.stdout
    for wrong, hint in (("E501", "`retain-lint rules` lists them"), ("RTG1O1", "did you mean `RTG101`?")):
        run = run_lint("explain", wrong, cwd=tmp_path)
        assert (run.returncode, run.stderr) == (2, f"retain-lint: no rule is called `{wrong}`; {hint}\n")


def test_rules(tmp_path: Path) -> None:
    codes = [line.split()[0] for line in run_lint("rules", cwd=tmp_path).stdout.splitlines()]
    assert codes == [f"RTG{n}" for n in (101, 102, 103, 104, 201, 202, 203, 204, 301, 302, 303, 304, 900, 901)]
    rules = json.loads(run_lint("rules", "--output-format", "json", cwd=tmp_path).stdout)
    assert [rule["code"] for rule in rules] == codes
    assert all(rule["summary"] and rule["name"] for rule in rules)


def test_version(tmp_path: Path) -> None:
    assert run_lint("--version", cwd=tmp_path).stdout == f"retain-lint {__version__}\n"


def test_a_process_ends_with_the_exit_code_and_writes_to_its_streams(tmp_path: Path) -> None:
    write_files(tmp_path, freed=FREED)
    for arguments in (
        ["check", "--output-format", "concise"],
        ["check", "absent.py"],
        ["check", "--no-such"],
        ["rules"],
    ):
        run, inside = run_process(*arguments, cwd=tmp_path), run_lint(*arguments, cwd=tmp_path)
        assert (run.returncode, run.stdout, run.stderr) == (inside.returncode, inside.stdout, inside.stderr)


def test_nothing_to_check_is_said(tmp_path: Path) -> None:
    run = run_lint("check", cwd=tmp_path)
    assert run.returncode == 0 and "no Python files found" in run.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--jobs", "0"], "--jobs must be a whole number of at least 1, or `auto`, not `0`"),
        (["--jobs", "many"], "--jobs must be a whole number of at least 1, or `auto`, not `many`"),
        (["--select", ""], "--select is empty: name a rule"),
        (["--select", "RTG2O1"], "--select: no rule is called `RTG2O1`; did you mean `RTG201`?"),
        (["--output-format", "jsn"], "; did you mean `json`?"),
        (["--min-confidence", "conditionl"], "not `conditionl`; did you mean `conditional`?"),
        (
            ["--unsafe-fix"],
            "unknown option `--unsafe-fix`; did you mean `--unsafe-fixes`? (see `retain-lint check --help`)",
        ),
        (["-Z"], "unknown option `-Z` (see `retain-lint check --help`)"),
        (["-", "clean.py"], "stdin (`-`, --stdin-filename) cannot be checked together with other paths"),
        (
            ["--per-file-ignores", "clean.py"],
            "--per-file-ignores: `clean.py` is not PATTERN:RULES, such as `tests/*.py:RTG2`",
        ),
        (
            ["--config", "x.toml", "--isolated"],
            "--isolated uses no configuration file, so it cannot be used with --config FILE",
        ),
    ],
)
def test_wrong_usage_is_one_line_that_says_what_was_meant(tmp_path: Path, arguments: list[str], message: str) -> None:
    write_files(tmp_path, clean=CLEAN)
    run = run_lint("check", *arguments, cwd=tmp_path)
    assert (run.returncode, run.stdout) == (2, "") and run.stderr.count("\n") == 1
    assert run.stderr.startswith("retain-lint: ") and run.stderr.endswith(f"{message}\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chek"], "no command is called `chek`; did you mean `check`?"),
        (["clean.py"], "no command is called `clean.py`; did you mean `retain-lint check clean.py`?"),
        (
            ["rules", "--output-format", "jsn"],
            "--output-format must be one of text, json, not `jsn`; did you mean `json`?",
        ),
        (["explain", "RTG101", "RTG102"], "unexpected argument `RTG102`"),
    ],
)
def test_wrong_commands(tmp_path: Path, arguments: list[str], message: str) -> None:
    write_files(tmp_path, clean=CLEAN)
    run = run_lint(*arguments, cwd=tmp_path)
    assert run.returncode == 2 and run.stderr.startswith("retain-lint: ") and run.stderr.count("\n") == 1
    assert message in run.stderr


def test_options_may_stand_between_paths(tmp_path: Path) -> None:
    write_files(tmp_path, freed=FREED, other=FREED, third=FREED)
    run = run_lint("check", "freed.py", "-q", "--output-format", "concise", "other.py", cwd=tmp_path)
    assert [line.split(":")[0] for line in run.stdout.splitlines()] == ["freed.py", "other.py"]


def test_a_name_for_stdin_is_enough(tmp_path: Path) -> None:
    run = run_lint("check", "--stdin-filename", "a.py", "--output-format", "concise", cwd=tmp_path, stdin=FREED)
    assert run.returncode == 1 and run.stdout.startswith("a.py:6:1: RTG101 ")


def test_excluded_paths_are_left_out_by_force_even_when_given(tmp_path: Path) -> None:
    (tmp_path / "vendor" / "deep").mkdir(parents=True)
    write_files(tmp_path / "vendor" / "deep", freed=FREED)
    write_files(tmp_path, freed=FREED)
    (tmp_path / "retain-lint.toml").write_text("exclude = ['vendor']\n", encoding="utf-8")
    paths = ["freed.py", "vendor/deep/freed.py", "vendor/deep"]
    assert len(check_json(*paths, cwd=tmp_path)) == 2
    (found,) = check_json(*paths, "--force-exclude", cwd=tmp_path)
    assert found["filename"] == str(tmp_path / "freed.py")
    stdin = ["check", "-", "--force-exclude", "--stdin-filename", "vendor/deep/freed.py"]
    assert run_lint(*stdin, cwd=tmp_path, stdin=FREED).stdout == ""
    assert run_lint(*stdin, "--fix", cwd=tmp_path, stdin=RETAINED).stdout == RETAINED
