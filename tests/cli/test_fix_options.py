"""What is said of fixes, and the exit codes that they lead to."""

from __future__ import annotations

from pathlib import Path

from tests.commands import CLEAN, FREED, RETAINED, run_lint, write_files

FIXED = RETAINED.replace("retain_graph=True", "")
LISTED = "Fixes:\n- retained.py:\n    1 x RTG201 unnecessary-retain-graph\n"


def test_fix_only_reports_nothing_that_is_left(tmp_path: Path) -> None:
    write_files(tmp_path, freed=FREED, retained=RETAINED)
    for flags in (["--output-format", "concise"], ["--output-format", "json"]):
        write_files(tmp_path, retained=RETAINED)
        run = run_lint("check", "--fix-only", *flags, cwd=tmp_path)
        assert (run.returncode, run.stdout) == (0, "")
        assert run.stderr == ("Fixed 1 finding.\n" if "concise" in flags else "")
        assert (tmp_path / "retained.py").read_text(encoding="utf-8") == FIXED
    assert (tmp_path / "freed.py").read_text(encoding="utf-8") == FREED


def test_fix_only_of_a_configuration_file(tmp_path: Path) -> None:
    write_files(tmp_path, freed=FREED, retained=RETAINED)
    (tmp_path / "retain-lint.toml").write_text("fix-only = true\nshow-fixes = true\n", encoding="utf-8")
    run = run_lint("check", cwd=tmp_path)
    assert (run.returncode, run.stdout, run.stderr) == (0, "", f"{LISTED}Fixed 1 finding.\n")


def test_exit_codes_after_fixing(tmp_path: Path) -> None:
    for flags, first, second in (
        (["--fix"], 0, 0),
        (["--fix", "--exit-non-zero-on-fix"], 1, 0),
        (["--fix-only", "--exit-non-zero-on-fix"], 1, 0),
        (["--fix", "--exit-non-zero-on-fix", "--exit-zero"], 1, 0),
        (["--exit-non-zero-on-fix"], 1, 1),
    ):
        write_files(tmp_path, retained=RETAINED)
        codes = [run_lint("check", "-q", *flags, cwd=tmp_path).returncode for _ in range(2)]
        assert codes == [first, second], flags


def test_fixes_are_listed_by_file_and_rule(tmp_path: Path) -> None:
    write_files(tmp_path, clean=CLEAN, retained=RETAINED)
    run = run_lint("check", "--fix", "--show-fixes", cwd=tmp_path)
    assert run.stderr == f"{LISTED}Fixed 1 finding. Nothing else found in 2 files.\n"
    assert run_lint("check", "--fix", "--show-fixes", "-q", cwd=tmp_path).stderr == ""


def test_a_diff_says_what_would_be_fixed_and_what_only_unsafe_fixes_would(tmp_path: Path) -> None:
    write_files(tmp_path, freed=FREED)
    hidden = run_lint("check", "--diff", cwd=tmp_path)
    assert (hidden.returncode, hidden.stdout) == (0, "")
    assert hidden.stderr == "Would fix 0 findings. (1 unsafe fix with `--unsafe-fixes`)\n"
    shown = run_lint("check", "--diff", "--unsafe-fixes", cwd=tmp_path)
    assert shown.returncode == 1 and shown.stderr == "Would fix 1 finding.\n"
    write_files(tmp_path, freed=RETAINED)
    listed = run_lint("check", "--diff", "--show-fixes", cwd=tmp_path).stderr
    assert listed == f"{LISTED.replace('retained.py', 'freed.py')}Would fix 1 finding.\n"
    assert run_lint("check", "--diff", "-q", cwd=tmp_path).stderr == ""


def test_fixes_of_stdin(tmp_path: Path) -> None:
    run = run_lint("check", "-", "--fix-only", "--show-fixes", "--exit-non-zero-on-fix", cwd=tmp_path, stdin=RETAINED)
    assert (run.returncode, run.stdout) == (1, FIXED)
    assert run.stderr == f"{LISTED.replace('retained.py', '<stdin>')}Fixed 1 finding.\n"
