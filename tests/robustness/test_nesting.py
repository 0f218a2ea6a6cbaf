"""What nests deep is analysed, or refused in one line: never an internal error."""

from __future__ import annotations

from pathlib import Path

import pytest

from retain_lint.frontend.nesting import find_deep_nesting, may_nest_deeply
from retain_lint.frontend.reading import Reading
from retain_lint.frontend.text import SourceError, SourceText
from retain_lint.results.model import FileResult
from retain_lint.runner import Runner

HEAD = "import torch\nimport options\nw = torch.ones(1, requires_grad=True)\nloss = w.exp().sum()\n"
LOSS = "loss.backward()\nloss.backward()\n"
MANY = 1000


def check(text: str) -> FileResult:
    return Runner().check_bytes(Path("/nowhere/program.py"), (HEAD + text + LOSS).encode())


@pytest.mark.parametrize(
    "text",
    [
        "x = options.y\n" + "x = x < 1\n" * MANY,
        "x = options.y\n" + "x = not x\n" * MANY,
        "x = options.y\n" + "x = -x\n" * MANY,
        "x = options.y\n" + "x = 2 * x\n" * MANY,
        "x = options.y\n" + "x = x.z\n" * MANY,
        "x = options.y\n" + "x = x[0]\n" * MANY,
        "x = 1\n" + "x = (x,)\n" * MANY,
        "x = 1\n" + "x = [x]\n" * MANY,
        "if w:\n    pass\n" + "elif w:\n    pass\n" * 300,
    ],
)
def test_statements_that_nest_values_are_analysed(text: str) -> None:
    result = check(text)
    assert result.errors == ()
    assert [reported.diagnostic.code for reported in result.reported] == ["RTG101"]


@pytest.mark.parametrize(
    "text",
    ["x = w" + "[0]" * 6000, "x = w" + "()" * 6000, "x = w" + ".a" * 6000, "x = " + "(" * 6000 + "1" + ",)" * 6000],
)
def test_expressions_that_nest_are_refused_where_they_stand(text: str) -> None:
    assert find_deep_nesting(HEAD + text + "\n" + LOSS) == HEAD.count("\n") + 1


@pytest.mark.parametrize("piece", ["[0]", "()", ".a", " + w", " or w", " if w else w", "f'{w}'"])
@pytest.mark.parametrize("count", [400, 900, 1900, 2100])
def test_nothing_too_deep_is_passed_over_for_its_length(piece: str, count: int) -> None:
    text = f"{HEAD}def f():\n    '''{'doc ' * 900}'''\n    x = w{piece * count}\n"
    tree = Reading(SourceText("a.py", text)).tree
    if tree is not None and find_deep_nesting(text) is not None:
        assert may_nest_deeply(tree, text, SourceText("a.py", text).line_starts)


def test_most_files_are_not_scanned() -> None:
    text = HEAD + "def f(x):\n    '''" + "doc\n    " * 900 + "'''\n" + "    x = x.a(1) + x[0]\n" * MANY + LOSS
    source = SourceText("a.py", text)
    tree = Reading(source).tree
    assert tree is not None and not may_nest_deeply(tree, text, source.line_starts)


def test_loops_that_nest_in_one_expression_are_refused() -> None:
    with pytest.raises(SourceError, match="nested too deeply"):
        check(f"x = [w {'for a in b ' * 1500}]\n")


def test_what_recursion_has_no_room_for_is_refused_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def overflow(*_: object, **__: object) -> None:
        raise RecursionError

    monkeypatch.setattr("retain_lint.interpreter.drivers.entry_points.analyse", overflow)
    result = Runner().check_file(Path("/nowhere/program.py"), (HEAD + LOSS).encode())
    assert [str(error) for error in result.errors] == ["/nowhere/program.py: nested too deeply"]
