"""What grows faster than the code ends within its budget: counted in instructions and sizes, never in seconds."""

from __future__ import annotations

from pathlib import Path

import pytest

from retain_lint.domain.call_verdict import Reason, Verdict
from retain_lint.domain.value import Known
from retain_lint.interpreter.context.budget import (
    MAX_ALL_IMPORT_STEPS,
    MAX_ALL_STEPS,
    MAX_IMPORT_STEPS,
    MAX_STEPS,
    MIN_IMPORT_STEPS,
    MIN_STEPS,
    Budget,
)
from retain_lint.interpreter.data_model import operators
from retain_lint.interpreter.heap import objects, strings
from retain_lint.results.model import FileResult
from retain_lint.runner import Runner
from tests.robustness.checking import ENDING, PRELUDE, check_text

HEAD = "import torch\nfrom torch import nn\nnet = nn.Linear(3, 3)\nw = torch.ones(3, requires_grad=True)\n"
LOSS = "(w * w).sum().backward()\n"


def check(text: str) -> FileResult:
    return Runner().check_bytes(Path("/nowhere/program.py"), text.encode())


@pytest.mark.parametrize(
    "doubled",
    [
        "a = [w]\n" + "a = a + a\n" * 40,
        "a = (w,)\n" + "a = a + a\n" * 40,
        "a = [w]\n" + "a += a\n" * 40,
        "a = [w]\n" + "a = [*a, *a]\n" * 40,
        "a = [w]\n" + "a.extend(a)\n" * 40,
    ],
    ids=["list", "tuple", "in place", "display", "extend"],
)
def test_sequences_that_double_cost_their_items(doubled: str) -> None:
    result = check(HEAD + doubled + LOSS)
    assert result.errors == () and result.statistics["steps budget cuts"] == 1
    assert [call.doubts[0].reason for call in result.calls] == [Reason.STEPS]


@pytest.mark.parametrize(
    "held",
    [
        "seq.append(seq)",
        "seq.append(nn.Sequential(seq))",
        "seq.append(seq)\nseq = copy.deepcopy(seq)",
        "all = [seq]\nall.append({'all': all})\nseq = copy.deepcopy(all)[0]",
        "import types\nkept = types.ModuleType('kept')\nkept.own = kept\nkept.append(kept)\nkept(w).backward()",
    ],
)
def test_what_holds_itself_is_followed_once(held: str) -> None:
    text = f"{HEAD}import copy\nseq = nn.Sequential(net)\n{held}\nloss = seq(w).sum()\nloss.backward()\n{LOSS}"
    result = check(text)
    assert result.errors == () and len(result.calls) >= 2


@pytest.mark.parametrize("making", ["Chain(3).train(3)", "Chain(4), Chain(3)"], ids=["method", "constructor"])
def test_objects_that_make_others_alike_are_followed_to_a_bound(making: str) -> None:
    place = "train" if "train" in making else "__init__"
    text = f"""
class Chain:
    def __init__(self, size):
        self.state = torch.zeros(1, size)

    def {place}(self, steps):
        for _ in range(steps):
            (net(w) * steps).sum().backward()
            {making}

{making}
"""
    result = check(HEAD + text)
    assert result.errors == () and result.statistics["instructions"] < MAX_STEPS / 10


def test_texts_that_grow_are_not_computed() -> None:
    long, wide = Known("a" * strings.MAX_TEXT), Known(">1000000000")
    assert not isinstance(operators._fold("+", Known(long.value + "a"), long), Known)  # type: ignore[operator]
    assert not isinstance(strings.build_text([long, long], [Known("")] * 2), Known)
    assert not isinstance(strings.build_text([Known("a")], [wide]), Known)
    assert strings.build_text([Known("a"), Known(3)], [Known(""), Known(">4")]) == Known("a   3")
    for grown in ("s = s + s", "s = f'{s}{s}'", "s = s.replace('a', 'aa')", "s = f'{s:>999999999999}'"):
        result = check(HEAD + "s = 'aa'\n" + f"{grown}\n" * 40 + LOSS)
        assert result.errors == () and [call.verdicts for call in result.calls] == [(Verdict.FINE,)]


def test_long_rows_of_classes_are_followed_to_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = 0
    linearise = objects._linearise

    def count(*arguments: object) -> object:
        nonlocal asked
        asked += 1
        return linearise(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(objects, "_linearise", count)
    rows = "".join(f"class C{n}(C{n - 1}, C{n - 2}): pass\n" for n in range(2, 60))
    result = check(HEAD + "class C0: pass\nclass C1(C0): pass\n" + rows + LOSS)
    assert result.errors == ()
    assert asked < 60 * 60 * 10  # each class of a row once, and not by each of the ways to it


def test_functions_that_call_each_other_share_a_budget() -> None:
    functions = "".join(
        f"def f{n}(x):\n    y = net(x)\n    y.sum().backward()\n    return f{(n + 1) % 90}(y) + f{(n * 3 + 7) % 90}(x)\n"
        for n in range(90)
    )
    result = check(HEAD + functions + "f0(w)\n")
    assert result.errors == ()
    assert result.statistics["instructions"] < MAX_ALL_STEPS + MAX_STEPS


def test_entry_points_share_a_budget() -> None:
    budget = Budget()
    for _ in range(1000):
        budget.start_entry()
        budget.steps = 0
    assert budget.total <= MAX_ALL_STEPS + MIN_STEPS + 1000


def test_imported_modules_share_a_budget() -> None:
    budget = Budget()
    left, spent = budget.steps, 0
    for _ in range(60):
        outer = budget.start_import()
        spent += budget.steps
        budget.steps = 0
        budget.end_import(outer)
    assert budget.steps == left
    assert spent <= MAX_ALL_IMPORT_STEPS + 60 * MIN_IMPORT_STEPS


def test_what_an_import_leaves_is_for_the_others() -> None:
    budget = Budget()
    for _ in range(1000):
        outer = budget.start_import()
        assert budget.steps == MAX_IMPORT_STEPS
        budget.steps -= 10
        inner = budget.start_import()
        budget.end_import(inner)
        budget.end_import(outer)
    assert budget.imports == MAX_ALL_IMPORT_STEPS - 10_000


@pytest.mark.parametrize(
    "made", ["Cell().reset", "functools.partial(Cell().reset)", "contextlib.contextmanager(Cell().reset)"]
)
def test_a_method_whose_body_names_what_holds_it(made: str) -> None:
    """What unseen code is given leads to itself, round and round."""
    program = f"""
import contextlib, functools, unseen
class Cell:
    def reset(self):
        return held
held = {made}
made = unseen.call(held)
"""
    assert check_text(PRELUDE + program + ENDING).errors == ()
