"""`retain-lint graph`."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.commands import CLEAN, RETAINED, run_lint, write_files

FUNCTION = (
    "import torch\n\nclass T:\n    def go(self, x: torch.Tensor):\n        torch.nn.Linear(2, 2)(x).sum().backward()\n"
)


@pytest.mark.parametrize(("name", "start"), [("o.svg", "<svg "), ("o.dot", "digraph "), ("o.mmd", "flowchart TB\n")])
def test_the_name_of_the_file_chooses_the_format(tmp_path: Path, name: str, start: str) -> None:
    write_files(tmp_path, a=RETAINED)
    run = run_lint("graph", "a.py", "-o", name, cwd=tmp_path)
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
    assert (tmp_path / name).read_text(encoding="utf-8").startswith(start)


def test_a_name_that_ends_like_no_format(tmp_path: Path) -> None:
    write_files(tmp_path, a=RETAINED)
    run = run_lint("graph", "a.py", "-o", "o.png", cwd=tmp_path)
    assert run.returncode == 2 and not (tmp_path / "o.png").exists()
    assert run.stderr == (
        "retain-lint: --output-file: o.png: no format ends in `.png` (known: .svg, .dot, .gv, .mmd, .mermaid)\n"
    )
    for flags in (("-o", "o.txt", "--output-format", "dot"), ("-o", "/dev/null")):
        assert run_lint("graph", "a.py", *flags, cwd=tmp_path).returncode == 0


def test_stdout(tmp_path: Path) -> None:
    write_files(tmp_path, a=RETAINED)
    assert run_lint("graph", "a.py", cwd=tmp_path).stdout.startswith("<svg ")
    assert run_lint("graph", "a.py", "--output-format", "mermaid", cwd=tmp_path).stdout.startswith("flowchart")


def test_one_function(tmp_path: Path) -> None:
    write_files(tmp_path, a=RETAINED + FUNCTION)
    for name in ("T.go", "go"):
        text = run_lint("graph", f"a.py::{name}", "--output-format", "dot", cwd=tmp_path).stdout
        assert "sum().backward()" in text and "retain_graph" not in text
    run = run_lint("graph", "a.py::come", cwd=tmp_path)
    assert run.returncode == 2 and "`come` (there is `a.py::T.go`)" in run.stderr


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("absent.py", "absent.py: No such file or directory"),
        ("broken.py", "broken.py:1:7: "),
        ("nothing.py", "nothing.py: nothing to draw"),
    ],
)
def test_nothing_to_draw(tmp_path: Path, target: str, said: str) -> None:
    write_files(tmp_path, broken="def f(:\n", nothing="x = 1\n")
    run = run_lint("graph", target, cwd=tmp_path)
    assert run.returncode == 2 and run.stderr.startswith(f"retain-lint: {said}")


def test_without_the_library_the_texts_remain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(tmp_path, a=CLEAN)
    monkeypatch.setitem(sys.modules, "grandalf.graphs", None)  # importing it raises ImportError
    run = run_lint("graph", "a.py", cwd=tmp_path)
    assert run.returncode == 2 and "pip install 'retain-lint[graph]'" in run.stderr
    assert run_lint("graph", "a.py", "-o", "a.dot", cwd=tmp_path).returncode == 0


def test_the_picture_of_the_readme_is_drawn_by_the_command() -> None:
    root = Path(__file__).parents[2]
    drawn = run_lint("graph", "examples/gan.py", cwd=root).stdout
    assert drawn == (root / "docs" / "gan.svg").read_text(encoding="utf-8")
    assert "docs/gan.svg" in (root / "README.md").read_text(encoding="utf-8")
