"""The baseline: an old project starts clean, and only what is new is reported."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands import CLEAN, FREED, RETAINED, check_json, run_lint, write_files

BASELINE = ("--baseline", "known.json")
UPDATED = "known.json holds 2 findings.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A project whose two findings are in the baseline."""
    write_files(tmp_path, freed=FREED, retained=RETAINED, clean=CLEAN)
    run = run_lint("check", *BASELINE, "--update-baseline", cwd=tmp_path)
    assert (run.returncode, run.stdout, run.stderr) == (0, "", UPDATED)
    return tmp_path


def list_found(folder: Path, *arguments: str) -> list[tuple[str, int]]:
    entries = check_json(*BASELINE, *arguments, cwd=folder)
    return [(Path(entry["filename"]).stem, entry["location"]["row"]) for entry in entries]


def test_what_is_known_is_not_reported_but_counted(folder: Path) -> None:
    run = run_lint("check", *BASELINE, cwd=folder)
    assert (run.returncode, run.stdout) == (0, "")
    assert run.stderr == "Nothing found in 3 files.\nNot shown: 2 known findings, which the baseline holds.\n"
    assert len(check_json(cwd=folder)) == 2


def test_lines_may_move_and_be_indented(folder: Path) -> None:
    moved = "import torch\n\n\ndef main():\n" + "".join(f"    {line}\n" for line in FREED.splitlines()) + "\n\nmain()\n"
    assert [entry["location"]["row"] for entry in check_json("-", cwd=folder, stdin=moved)] == [10]
    write_files(folder, freed=moved)
    assert list_found(folder) == []


def test_a_line_may_be_formatted(folder: Path) -> None:
    spaced = RETAINED.replace("(retain_graph=True)", " ( retain_graph = True  )")
    assert spaced != RETAINED
    fingerprint = check_json("retained.py", cwd=folder)[0]["fingerprint"]
    write_files(folder, retained=spaced)
    assert list_found(folder) == [] and check_json("retained.py", cwd=folder)[0]["fingerprint"] == fingerprint
    known = folder / "known.json"  # its lines may be spaced in any way, too
    known.write_text(
        known.read_text(encoding="utf-8").replace("retain_graph=True", "retain_graph = True"), encoding="utf-8"
    )
    assert list_found(folder) == []
    write_files(folder, retained=RETAINED.replace("retain_graph=True", "None, retain_graph=True"))
    assert list_found(folder) == [("retained", 8)]


def test_another_finding_on_an_equal_line_is_new(folder: Path) -> None:
    write_files(folder, freed=FREED + "y.backward()\n")
    assert list_found(folder) == [("freed", 7)]


def test_another_file_and_an_edited_line_are_new(folder: Path) -> None:
    write_files(folder, other=FREED, retained=RETAINED.replace("loss", "error"))
    assert list_found(folder) == [("other", 6), ("retained", 8)]


def test_what_is_gone_is_said_and_removed(folder: Path) -> None:
    write_files(folder, freed=CLEAN)
    assert (
        "1 known finding is gone; `--update-baseline` takes note.\n" in run_lint("check", *BASELINE, cwd=folder).stderr
    )
    assert "gone" not in run_lint("check", *BASELINE, "retained.py", cwd=folder).stderr
    run = run_lint("check", *BASELINE, "--update-baseline", cwd=folder)
    assert run.stderr == "known.json holds 1 finding.\n"
    document = json.loads((folder / "known.json").read_text(encoding="utf-8"))
    assert document["version"] == 1
    assert document["findings"] == [
        {"path": "retained.py", "code": "RTG201", "line": "loss.backward(retain_graph=True)", "count": 1}
    ]


def test_files_that_were_not_checked_stay_in_it(folder: Path) -> None:
    (folder / "freed.py").write_text("def broken(:\n", encoding="utf-8")
    write_files(folder, retained=CLEAN)
    run = run_lint("check", *BASELINE, "--update-baseline", "retained.py", "freed.py", cwd=folder)
    assert run.returncode == 2 and run.stderr.startswith("known.json holds 1 finding.\n")
    write_files(folder, freed=FREED)
    assert list_found(folder) == []
    (folder / "freed.py").unlink()
    run = run_lint("check", *BASELINE, "--update-baseline", cwd=folder)
    assert run.stderr == "known.json holds 0 findings.\n"


def test_from_another_folder_and_from_a_configuration_file(folder: Path) -> None:
    (folder / "retain-lint.toml").write_text("baseline = 'known.json'\n", encoding="utf-8")
    (folder / "inner").mkdir()
    assert check_json("..", cwd=folder / "inner") == []
    assert check_json("--stdin-filename", "../freed.py", cwd=folder / "inner", stdin=FREED) == []
    assert len(check_json("--stdin-filename", "../new.py", cwd=folder / "inner", stdin=FREED)) == 1
    run = run_lint("check", "--fix", cwd=folder)
    assert run.returncode == 0 and run.stderr.startswith("Fixed 1 finding. Nothing else found")


def test_comments_are_added_for_what_is_new(folder: Path) -> None:
    write_files(folder, other=FREED)
    assert run_lint("check", *BASELINE, "--add-noqa", cwd=folder).stderr == "Added 1 `# noqa` comment.\n"
    assert "noqa" in (folder / "other.py").read_text(encoding="utf-8")
    assert (folder / "freed.py").read_text(encoding="utf-8") == FREED


@pytest.mark.parametrize(
    ("arguments", "text", "message"),
    [
        (["--baseline", "b.json"], None, "no such file; `--update-baseline` writes it"),
        (["--baseline", "b.json"], "[]", "not a baseline file"),
        (["--baseline", "b.json"], "{", "not a baseline file"),
        (["--baseline", "b.json"], '{"version": 7}', "version 7 is not known"),
        (["--baseline", "absent/b.json", "--update-baseline"], None, "absent/b.json: No such file or directory"),
        (["--update-baseline"], None, "--update-baseline needs --baseline FILE, or `baseline`"),
        (["--baseline", "b.json", "--update-baseline", "-"], None, "cannot be used together with stdin"),
        (["--baseline", "b.json", "--update-baseline", "--diff"], None, "cannot be used together with --diff"),
    ],
)
def test_wrong_use_is_one_line(tmp_path: Path, arguments: list[str], text: str | None, message: str) -> None:
    write_files(tmp_path, clean=CLEAN)
    if text is not None:
        (tmp_path / "b.json").write_text(text, encoding="utf-8")
    run = run_lint("check", *arguments, cwd=tmp_path)
    assert run.returncode == 2 and message in run.stderr


def test_what_a_notebook_with_a_broken_cell_holds(tmp_path: Path) -> None:
    cells = [{"cell_type": "code", "metadata": {}, "outputs": [], "source": text} for text in ("def f(:", FREED)]
    notebook = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    (tmp_path / "train.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    run = run_lint("check", *BASELINE, "--update-baseline", cwd=tmp_path)
    assert "known.json holds 1 finding.\n" in run.stderr
    run = run_lint("check", *BASELINE, "-", "--stdin-filename", "train.ipynb", cwd=tmp_path, stdin=json.dumps(notebook))
    assert run.stdout == "" and "Not shown: 1 known finding" in run.stderr
    run = run_lint("check", *BASELINE, "--update-baseline", cwd=tmp_path)  # once more changes nothing
    assert "known.json holds 1 finding.\n" in run.stderr
