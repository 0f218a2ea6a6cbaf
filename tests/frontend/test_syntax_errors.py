"""Where a syntax error is, and what else is said of the file: as Python itself says it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from retain_lint.domain.call_verdict import Verdict
from retain_lint.frontend.older_syntax import modernise
from retain_lint.frontend.text import SourceText
from retain_lint.runner import Runner
from tests.commands import RETAINED, check_json, run_lint

ENGINE_CALL = "loss.backward()\n"


def ask_python(text: str) -> tuple[int, int]:
    """Line and column (from 1) of the error that Python finds."""
    try:
        compile(text, "a.py", "exec")
    except SyntaxError as error:
        return error.lineno or 0, error.offset or 0
    raise AssertionError("no syntax error")


@pytest.mark.parametrize(
    "text",
    [
        "def f(:\n    pass\n",
        "x = 1\ny = (2,\nz = 3\n",
        "print 'old'\n",
        "if x:\nloss = 1\n",
        "é = 'ü' + * 2\n",
        "for x in y\n    pass\n",
        'a = """never closed\n',
        "x = 1\n  y = 2\n",
        "try:\n    pass\n",
        "return = 5\n",
        "f(a b)\r\ng()\r\n",
    ],
)
@pytest.mark.parametrize("before", ["", ENGINE_CALL], ids=["compiled", "analysed"])
def test_the_place_is_pythons(text: str, before: str) -> None:
    (failure,) = Runner().check_file(Path("a.py"), (before + text).encode()).errors
    span = failure.location.span
    assert (span.start_line, span.start_column + 1) == ask_python(before + text)
    assert str(failure).startswith(f"a.py:{span.start_line}:{span.start_column + 1}: syntax error: ")


def test_what_python_does_not_know_yet_but_the_parser_does_is_no_error() -> None:
    assert Runner().check_file(Path("a.py"), b"try:\n    pass\nexcept A, B:\n    loss.backward()\n").errors == ()


def write_notebook(path: Path, *sources: str) -> None:
    cells = [{"cell_type": "markdown", "metadata": {}, "source": ["# title"]}]
    cells += [{"cell_type": "code", "metadata": {}, "outputs": [], "source": [source]} for source in sources]
    path.write_text(json.dumps({"cells": cells, "metadata": {}}, indent=1), encoding="utf-8")


def test_a_broken_cell_is_left_out_and_told(tmp_path: Path) -> None:
    head, tail = RETAINED.split("optimizer =")
    write_notebook(tmp_path / "a.ipynb", head, "print('old'\n", "optimizer =" + tail, "x = 1\ny = (\n", "%%bash\nls")
    run = run_lint("check", "--output-format", "json", cwd=tmp_path)
    entries = json.loads(run.stdout)
    places = [
        (entry["code"], entry["cell"], entry["location"]["row"], entry["location"]["column"]) for entry in entries
    ]
    assert places == [("invalid-syntax", 3, 1, 6), ("invalid-syntax", 5, 2, 5), ("RTG201", 4, 5, 5)]
    assert all("the cell is left out" in entry["message"] for entry in entries[:2]) and run.returncode == 2
    shown = run_lint("check", "--output-format", "concise", cwd=tmp_path)
    assert shown.stdout.startswith("a.ipynb:cell 4:5:5: RTG201 ")
    assert shown.stderr.startswith("a.ipynb:cell 3:1:6: syntax error: '(' was never closed")


def test_the_rest_of_a_notebook_is_fixed(tmp_path: Path) -> None:
    write_notebook(tmp_path / "a.ipynb", RETAINED, "print 'old'\n")
    assert run_lint("check", "--fix", cwd=tmp_path).returncode == 2
    assert "retain_graph" not in (tmp_path / "a.ipynb").read_text(encoding="utf-8")


def test_a_broken_cell_of_a_notebook_without_engine_calls(tmp_path: Path) -> None:
    write_notebook(tmp_path / "a.ipynb", "x = 1\n", "print 'old'\n")
    (failure,) = Runner().check_file(tmp_path / "a.ipynb").errors
    assert (failure.location.cell, failure.location.span.start_line) == (3, 1)


def test_sound_notebooks_have_no_errors(tmp_path: Path) -> None:
    write_notebook(tmp_path / "a.ipynb", "!ls\nx = await f()\n", RETAINED)
    assert [entry["code"] for entry in check_json(cwd=tmp_path)] == ["RTG201"]


def modernised(text: str) -> str:
    source = SourceText("a.py", text)
    assert modernise(modernise(source)).text == modernise(source).text
    return modernise(source).text


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("print 'a', b\n", "0,    'a', b\n"),
        ("if a: print b\n", "if a: 0,    b\n"),
        ("print >>f, b\n", "0,      f, b\n"),
        ("try:\n    f()\nexcept (A, B), e:\n    g()\n", "try:\n    f()\nexcept (A, B)   :\n    g()\n"),
        ("raise E, 'a'\n", "raise E; 'a'\n"),
        ("a <> b\n", "a != b\n"),
        ("x.cuda(async=True)\n", "x.cuda(_sync=True)\n"),
    ],
)
def test_old_statements_in_as_many_columns(old: str, new: str) -> None:
    assert modernised(old) == new
    compile(new, "a.py", "exec")


@pytest.mark.parametrize(
    "text",
    [
        "print('a'), b\n",
        "print\n",
        "print = 1\n",
        "s = '''\nprint a\n'''  # print b\n",
        "async def f(a, b):\n    raise E\n",
        "f(a >> b, x[a:b], {c: d})\n",
    ],
)
def test_what_python_3_reads_stays(text: str) -> None:
    assert modernised(text) == text


def test_a_file_of_python_2_is_analysed_and_told(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text(RETAINED + "print 'old'\n", encoding="utf-8")
    (call, *others) = Runner().check_file(file).calls
    assert call.verdicts == (Verdict.UNNECESSARY,) and not others
    run = run_lint("check", "--fix", cwd=tmp_path)
    assert run.returncode == 2 and "; read as Python 2" in run.stderr
    assert file.read_text(encoding="utf-8").endswith("print 'old'\n")
    assert "retain_graph" not in file.read_text(encoding="utf-8")


def test_a_model_in_a_file_of_python_2_is_seen(tmp_path: Path) -> None:
    model = "import torch\n\n\ndef make():\n    print 'making'\n    return torch.nn.Linear(2, 1)\n"
    (tmp_path / "model.py").write_text(model, encoding="utf-8")
    used = RETAINED.replace("torch.nn.Linear(2, 1)", "make()").replace("\n\n", "\nfrom model import make\n\n", 1)
    (tmp_path / "a.py").write_text(used, encoding="utf-8")
    assert [entry["code"] for entry in check_json("a.py", cwd=tmp_path)] == ["RTG201"]
