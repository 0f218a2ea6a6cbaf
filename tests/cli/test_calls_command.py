"""`retain-lint calls`: each engine call once, with its verdict or the reason why it has none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.commands import CLEAN, FREED, RETAINED, run_lint, write_files
from tests.truth.execution import run_program
from tests.truth.program_files import FOLDER

# The retain on line 5 is needed by line 6; nothing runs `send`.
MIXED = """\
import torch

x = torch.ones(2, requires_grad=True)
y = (x * x).sum()
y.backward(retain_graph=True)
y.backward()


def send(loss, scale):
    loss.backward(retain_graph=scale)
"""


def test_the_program_is_what_it_is_said_to_be() -> None:
    assert run_program(MIXED).error is None
    assert "a second time" in str(run_program(MIXED, drop_retain=5).error)


def test_lists_each_call_and_the_totals(tmp_path: Path) -> None:
    write_files(tmp_path, clean=CLEAN, freed=FREED, retained=RETAINED)
    run = run_lint("calls", cwd=tmp_path)
    assert run.returncode == 0
    assert run.stdout.splitlines() == [
        "clean.py:4:1: fine `(x * x).sum().backward()`",
        "freed.py:5:1: fine `y.backward()`",
        "freed.py:6:1: raises `y.backward()`",
        "retained.py:8:5: unnecessary `loss.backward(retain_graph=True)`",
    ]
    assert run.stderr == "Decided 4 of 4 engine calls: 2 fine, 1 raises, 1 unnecessary.\n"


def test_names_the_call_that_needs_a_graph_and_the_reason_of_silence(tmp_path: Path) -> None:
    write_files(tmp_path, mixed=MIXED)
    run = run_lint("calls", "mixed.py", cwd=tmp_path)
    assert "mixed.py:5:1: needed by mixed.py:6:1 `y.backward(retain_graph=True)`\n" in run.stdout
    (undecided,) = run_lint("calls", "--undecided", cwd=tmp_path).stdout.splitlines()
    assert undecided.startswith("mixed.py:10:5: undecided: ") and "no caller was found" in undecided
    assert run.stderr.startswith("Decided 2 of 3 engine calls: ") and "1 no-caller" in run.stderr


def test_json_has_calls_and_totals(tmp_path: Path) -> None:
    write_files(tmp_path, mixed=MIXED)
    report = json.loads(run_lint("calls", "--output-format", "json", cwd=tmp_path).stdout)
    needed, _, undecided = report["calls"]
    assert needed["verdict"] == "needed" and needed["needed_by"][0]["location"] == {"row": 6, "column": 1}
    assert undecided["verdicts"] == ["undecided"] and undecided["undecided"][0]["reason"] == "no-caller"
    assert report["totals"]["calls"] == 3 and report["totals"]["decided"] == 2
    listed = json.loads(run_lint("calls", "--undecided", "--output-format", "json", cwd=tmp_path).stdout)
    assert listed == {"calls": [undecided], "totals": report["totals"]}


def test_a_file_with_a_syntax_error_is_undecided(tmp_path: Path) -> None:
    write_files(tmp_path, broken="loss.backward(\n")
    run = run_lint("calls", cwd=tmp_path)
    assert run.returncode == 2
    assert run.stdout.startswith("broken.py:1:14: undecided: ")
    assert "Decided 0 of 1 engine call. Undecided: 1 syntax-error." in run.stderr


def test_excluded_files_are_left_out(tmp_path: Path) -> None:
    write_files(tmp_path, clean=CLEAN, mixed=MIXED)
    assert "mixed" not in run_lint("calls", "--exclude", "mixed.py", cwd=tmp_path).stdout
    assert run_lint("calls", "absent.py", cwd=tmp_path).returncode == 2


@pytest.mark.parametrize("flags,said", [((), True), (("-q",), False)])
def test_check_counts_what_could_not_be_judged(flags: tuple[str, ...], said: bool, tmp_path: Path) -> None:
    write_files(tmp_path, mixed=MIXED, clean=CLEAN)
    run = run_lint("check", *flags, cwd=tmp_path)
    assert ("Not judged: 1 engine call (`retain-lint calls` says why)." in run.stderr) is said
    assert "Not judged" not in run_lint("check", "clean.py", cwd=tmp_path).stderr


def test_verbose_and_statistics_count_the_calls(tmp_path: Path) -> None:
    write_files(tmp_path, mixed=MIXED)
    assert "Decided 2 of 3 engine calls" in run_lint("check", "-v", cwd=tmp_path).stderr
    run = run_lint("check", "--statistics", "--output-format", "json", cwd=tmp_path)
    analysis = json.loads(run.stdout)["analysis"]
    assert analysis["engine calls"] == 3 and analysis["engine calls undecided: no-caller"] == 1


OWN = "def own(*given, create_graph):\n    return given\n\n\n"
#: calls that look like engine calls and ran as none, or not at all: what they are, and the reason if that is undecided
NONE_RAN = {
    "of another library": (
        "import mxnet\nimport torch\n\nmxnet.autograd.backward(mxnet.nd.ones(1))\n",
        "undecided",
        "not-torch",
    ),
    "of another library, not run": (
        "import mxnet\nimport torch\n\n\ndef send(loss):\n    mxnet.autograd.backward(loss)\n",
        "undecided",
        "not-torch",
    ),
    "of another library, by another name": (
        "import mxnet\n\ncalls = {'back': mxnet.autograd.backward}\ncalls['back'](1, retain_graph=True)\n",
        "undecided",
        "not-torch",
    ),
    "of another library, or the project's": (
        f"import mxnet\n\n\n{OWN}for run in (own, mxnet.autograd.grad):\n    run(1, create_graph=True)\n",
        "undecided",
        "not-torch",
    ),
    "the project's": (f"{OWN}own(1, create_graph=True)\n", None, None),
    "of torch": (
        "import torch\n\ntorch.autograd.functional.jacobian(torch.exp, torch.ones(2), create_graph=True)\n",
        "fine",
        None,
    ),
    "of torch, or the project's": (
        f"import torch\n\n\n{OWN}for run in (own, torch.autograd.functional.jacobian):\n"
        "    run(torch.exp, torch.ones(2), create_graph=True)\n",
        "fine",
        None,
    ),
    "of what a function is given": (
        "def send(engine, loss):\n    engine.run(loss, retain_graph=True)\n\n\nsend(input(), 1)\n",
        "undecided",
        "opaque-callee",
    ),
    "in a branch that is never taken": (
        "import torch\n\nif False:\n    torch.ones(1).backward()\n",
        "undecided",
        "unreached",
    ),
    "in such a branch of a function that runs": (
        "import torch\n\n\ndef send(loss):\n    if False:\n        loss.backward()\n\n\nsend(torch.ones(1))\n",
        "undecided",
        "unreached",
    ),
    "in a function that nothing calls": (
        "import torch\n\n\ndef send(loss):\n    loss.backward()\n",
        "undecided",
        "no-caller",
    ),
    "in a function of a function that nothing calls": (
        "import torch\n\n\ndef make():\n    def send(loss):\n        loss.backward()\n\n\nmake()\n",
        "undecided",
        "no-caller",
    ),
}


@pytest.mark.parametrize(("text", "verdict", "reason"), NONE_RAN.values(), ids=NONE_RAN)
def test_what_only_looks_like_an_engine_call(
    text: str, verdict: str | None, reason: str | None, tmp_path: Path
) -> None:
    write_files(tmp_path, program=text)
    calls = json.loads(run_lint("calls", "--output-format", "json", cwd=tmp_path).stdout)["calls"]
    assert [call["verdict"] for call in calls] == [verdict] * (verdict is not None)
    assert [why["reason"] for call in calls for why in call["undecided"]] == [reason] * (reason is not None)


#: programs that leave calls open: by the line of the call, the reasons, each with the line that it is due to
OPEN = {
    "c09_flag_for_the_last": {52: [("opaque-callee", 11), ("budget/paths", 11)]},
    "c50_branches_that_cover_all_iterations": {17: [("opaque-callee", 13), ("opaque-callee", 15)]},
    "c114_losses_of_a_module_one_by_one": {12: [("opaque-callee", 10)], 20: [("opaque-callee", 19)]},
    "c133_reversible_blocks": {53: [("escaped/from-caller", None)], 70: [("escaped/from-caller", None)]},
    "c191_methods_that_a_client_calls_in_turn": {17: [("escaped/to-object", None)]},
    "c286_trainer_handed_back": {38: [("escaped/to-caller", None)]},
    "c463_methods_of_given_modules": {27: [("escaped/from-caller", 27)]},
    "c465_flags_that_a_text_switches": {19: [("unknown-flag", None)], 20: [("opaque-callee", 18)]},
    "c584_a_result_that_is_an_exception": {54: [("escaped/to-handler", 56), ("escaped/to-handler", 56)]},
    "c61_functions_behind_names": {68: [("escaped/to-opaque-code", 69)]},
    "c670_functions_and_methods_of_python": {
        **{line: [("no-graph", None)] for line in (23, 24)},
        103: [
            ("opaque-callee", 104),
            ("opaque-callee", 103),
            ("escaped/alias", 101),
            ("opaque-callee", 101),
            ("budget/paths", 101),
        ],
    },
    "c69_generators_take_turns": {22: [("escaped/to-generator", 21)], 35: [("escaped/to-generator", 21)]},
}


@pytest.mark.parametrize("name", OPEN)
def test_reasons_say_what_they_are_due_to(name: str) -> None:
    run = run_lint("calls", "--undecided", "--output-format", "json", f"{name}.py", cwd=FOLDER)
    found = {
        call["location"]["row"]: [_read_reason(why) for why in call["undecided"]]
        for call in json.loads(run.stdout)["calls"]
    }
    assert found == OPEN[name]


def _read_reason(why: dict[str, Any]) -> tuple[str, int | None]:
    place = why["place"]
    return why["reason"], None if place is None else place["location"]["row"]
