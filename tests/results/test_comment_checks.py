"""Comments that silence nothing, or name no rule: reported alike by the command line and flake8, and mended."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from flake8.main.cli import main as flake8_main

from tests.commands import FREED, RETAINED, check_json, run_lint, write_files

CALL = "    loss.backward(retain_graph=True)"
FIRST = "import torch\n"

# behind the call, on the first line; what is reported, and the two once it is fixed without touching the call
CASES = [
    ("", "", ["RTG201"], "", ""),
    ("  # noqa: RTG201", "", [], "  # noqa: RTG201", ""),
    ("  # noqa", "", [], "  # noqa", ""),
    ("  # noqa: E501", "", ["RTG201"], "  # noqa: E501", ""),
    ("  # noqa: E501, RTG201", "", [], "  # noqa: E501, RTG201", ""),
    ("  # noqa: RTG201, RTG101", "", ["RTG900"], "  # noqa: RTG201", ""),
    ("  # noqa: RTG2", "  # noqa: RTG2", [], "  # noqa: RTG2", "  # noqa: RTG2"),  # some of its rules are off
    ("  # noqa: RTG2", "  # noqa: RTG1", ["RTG900"], "  # noqa: RTG2", ""),
    ("  # noqa: RTG201 -- because", "  # noqa: RTG101 -- because", ["RTG900"], "  # noqa: RTG201 -- because", ""),
    ("  # noqa: RTG201", "  # type: ignore  # noqa: RTG1", ["RTG900"], "  # noqa: RTG201", "  # type: ignore"),
    ("  # noqa: RTG201", "  # noqa: RTG1  # why", ["RTG900"], "  # noqa: RTG201", "  # why"),
    ("  # noqa: RTG2O1", "", ["RTG201", "RTG901"], "  # noqa: RTG201", ""),
    ("  # noqa: E501,RTG2O1", "", ["RTG201", "RTG901"], "  # noqa: E501,RTG201", ""),
    ("  # noqa: RTG201, RTG777", "", ["RTG901"], "  # noqa: RTG201", ""),
    ("  # noqa: rtg201", "", [], "  # noqa: rtg201", ""),
    ("  # noqa: unnecessary-retain-graph", "", [], "  # noqa: unnecessary-retain-graph", ""),
    ("  # retain-lint: noqa: RTG201", "", [], "  # retain-lint: noqa: RTG201", ""),
    ("  # retain-lint: noqa", "  # retain-lint: noqa", ["RTG900"], "  # retain-lint: noqa", ""),
    (
        "  # retain-lint: noqa: unecessary-retain-graph",
        "",
        ["RTG201", "RTG901"],
        "  # retain-lint: noqa: unnecessary-retain-graph",
        "",
    ),
    ("  # retain-lint: ignore[RTG201]", "", ["RTG201", "RTG901"], "  # retain-lint: ignore[RTG201]", ""),
    ("", "# retain-lint: noqa: RTG2\n", [], "", "# retain-lint: noqa: RTG2\n"),
    ("", "# retain-lint: noqa: RTG1\n", ["RTG201", "RTG900"], "", "\n"),
    ("", "# flake8: noqa\n", [], "", "# flake8: noqa\n"),
    ("", "TEXT = '# noqa: RTG101'\n", ["RTG201"], "", "TEXT = '# noqa: RTG101'\n"),
]
every_case = pytest.mark.parametrize(("comment", "top", "codes", "fixed", "fixed_top"), CASES)


def write(comment: str, top: str) -> str:
    text = RETAINED.replace(CALL, CALL + comment)
    return top + text if top.endswith("\n") else text.replace(FIRST, f"import torch{top}\n", 1)


@every_case
def test_reported_alike(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    comment: str,
    top: str,
    codes: list[str],
    fixed: str,
    fixed_top: str,
) -> None:
    write_files(tmp_path, a=write(comment, top))
    found = check_json(cwd=tmp_path)
    assert sorted(entry["code"] for entry in found) == codes
    monkeypatch.chdir(tmp_path)
    flake8_main(["--format", "%(row)d %(col)d %(code)s", "-j1", "a.py"])
    ours = {f"{entry['location']['row']} {entry['location']['column']} {entry['code']}" for entry in found}
    assert {line for line in capsys.readouterr().out.splitlines() if " RTG" in line} == ours


@every_case
def test_mended(tmp_path: Path, comment: str, top: str, codes: list[str], fixed: str, fixed_top: str) -> None:
    write_files(tmp_path, a=write(comment, top))
    run_lint("check", "--fix", "--unfixable", "RTG1,RTG2,RTG3", cwd=tmp_path)
    assert (tmp_path / "a.py").read_text(encoding="utf-8") == write(fixed, fixed_top)


def test_a_rule_that_is_off_makes_no_comment_unused(tmp_path: Path) -> None:
    write_files(tmp_path, a=write("  # noqa: RTG201, RTG203, RTG1", ""))
    assert [entry["code"] for entry in check_json(cwd=tmp_path)] == ["RTG900"]
    assert check_json("--ignore", "RTG1", cwd=tmp_path) == []
    assert check_json("--ignore", "RTG900", cwd=tmp_path) == []


def test_a_comment_that_silences_what_another_file_does_is_used(tmp_path: Path) -> None:
    helper = "import torch\n\n\ndef go(y):\n    y.backward()  # noqa: RTG101\n"
    caller = FREED.replace("import torch\n", "import torch\nfrom helper import go\n").replace("y.backward()", "go(y)")
    write_files(tmp_path, helper=helper, caller=caller)
    assert check_json(cwd=tmp_path) == []
    write_files(tmp_path, helper=helper.replace("  # noqa: RTG101", ""))
    assert [Path(entry["filename"]).name for entry in check_json(cwd=tmp_path)] == ["helper.py"]


def test_add_noqa(tmp_path: Path) -> None:
    split = FREED.rstrip().replace("y.backward()\ny.backward()", 'y.backward()\ny.backward(*"""\n""".split())')
    write_files(tmp_path, a=RETAINED, b=write("  # noqa: E501", ""), c=split + "\n", d=FREED)
    cell = {"cell_type": "code", "metadata": {}, "outputs": [], "source": RETAINED.splitlines(keepends=True)}
    (tmp_path / "n.ipynb").write_text(json.dumps({"cells": [cell], "metadata": {}}, indent=1), encoding="utf-8")
    before = len(check_json(cwd=tmp_path))
    run = run_lint("check", "--add-noqa", cwd=tmp_path)
    assert (run.returncode, run.stderr) == (0, f"Added {before} `# noqa` comments.\n") and before == 5
    assert check_json(cwd=tmp_path) == []
    assert CALL + "  # noqa: RTG201\n" in (tmp_path / "a.py").read_text(encoding="utf-8")
    assert CALL + "  # noqa: E501, RTG201\n" in (tmp_path / "b.py").read_text(encoding="utf-8")
    assert (tmp_path / "c.py").read_text(encoding="utf-8").endswith('""".split())  # noqa: RTG101\n')
    assert run_lint("check", "--add-noqa", cwd=tmp_path).stderr == "Added 0 `# noqa` comments.\n"
