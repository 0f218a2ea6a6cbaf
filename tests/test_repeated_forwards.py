"""The forward pass of a costly network is not run for each of its calls, unless it does more than to build a graph."""

from __future__ import annotations

from pathlib import Path

import pytest

from retain_lint.runner import Runner

PROGRAMS = Path(__file__).parent / "truth" / "programs"
PASS = "    net(torch.rand(2, 3)).sum().backward()\n"
STEPS = "def make(given):\n    def run(x):\n        given.step()\n    return run\n"
KEPT = "        self.seen = x\n        return torch.tanh(x)\n"


def _count(path: Path, text: str) -> int:
    path.write_text(text)
    return Runner().check_file(path).statistics["instructions"]


def _program() -> str:
    return (PROGRAMS / "c844_step_after_the_pass_of_a_costly_network.py").read_text()


def test_passes_alike_are_not_run_again(tmp_path: Path) -> None:
    once = _count(tmp_path / "once.py", _program())
    assert _count(tmp_path / "often.py", _program().replace(PASS, 20 * PASS)) < 2 * once


def test_many_passes_that_cost_little_are_not_run_again(tmp_path: Path) -> None:
    text = _program().replace(", Block(size)", "")
    once, often = (_count(tmp_path / f"{n}.py", text.replace(PASS, n * PASS)) for n in (20, 60))
    assert often < 2 * once


@pytest.mark.parametrize("call", ["net.encode(torch.rand(2, 3))", "encode(net, torch.rand(2, 3))"])
def test_other_functions_of_a_network_are_not_run_again(tmp_path: Path, call: str) -> None:
    line, function = (
        f"    {call}.sum().backward()\n",
        "\n\ndef encode(net, x):\n    return net.encode(x)\n\n\nnet = Net",
    )
    text = (
        _program()
        .replace("    def forward(self", "    def encode(self", 2)
        .replace("x = block(x)", "x = block.encode(x)")
    )
    text = text.replace("net = Net", function).replace("net(torch", "net.encode(torch")
    text = text.replace(PASS.replace("net(", "net.encode("), line)
    assert line in text
    once = _count(tmp_path / "once.py", text)
    assert _count(tmp_path / "often.py", text.replace(line, 20 * line)) < 2 * once


def test_passes_are_run_where_more_is_asked_of_the_graph(tmp_path: Path) -> None:
    text = _program().replace("optimizer = ", "net.register_forward_hook(print)\noptimizer = ")
    once = _count(tmp_path / "once.py", text)
    assert _count(tmp_path / "often.py", text.replace(PASS, 20 * PASS)) > 5 * once


def test_passes_alike_are_not_run_again_where_gradients_are_differentiated(tmp_path: Path) -> None:
    text = _program().replace("optimizer = ", "create_graph = True\noptimizer = ")
    once = _count(tmp_path / "once.py", text)
    assert _count(tmp_path / "often.py", text.replace(PASS, 20 * PASS)) < 2 * once


def test_a_pass_that_keeps_what_it_has_computed_is_run(tmp_path: Path) -> None:
    text = _program().replace("        return torch.tanh(x)\n", KEPT)
    once = _count(tmp_path / "once.py", text)
    assert _count(tmp_path / "often.py", text.replace(PASS, 20 * PASS)) > 5 * once


@pytest.mark.parametrize(
    "results", ["x.sin(), x.cos()", "*torch.tanh(x).chunk(2),", "x.sin(), x.cos() + x", "[x.sin(), x.sin().cos(), x]"]
)
def test_passes_that_give_several_results_are_not_run_again(tmp_path: Path, results: str) -> None:
    line = "    sum(net(torch.rand(2, 3))).sum().backward()\n"
    text = _program().replace("        return torch.tanh(x)\n", f"        return {results}\n").replace(PASS, line)
    once = _count(tmp_path / "once.py", text)
    assert _count(tmp_path / "often.py", text.replace(line, 20 * line)) < 2 * once


def test_passes_alike_are_not_run_again_where_errors_are_caught(tmp_path: Path) -> None:
    loop, inner = "for _ in range(3):\n", "    for _ in range(3):\n"
    text = _program().replace(loop, f"try:\n{inner}").replace("    optimizer", "        optimizer")
    line = "    " + PASS
    text = text.replace(PASS, line).replace("late =", "except ArithmeticError:\n    pass\nlate =")
    once = _count(tmp_path / "once.py", text)
    assert _count(tmp_path / "often.py", text.replace(line, 20 * line)) < 2 * once


def test_passes_alike_are_not_run_again_beside_functions_that_step(tmp_path: Path) -> None:
    text = _program().replace("net = ", f"{STEPS}net = ", 1) + "\nmake(optimizer)(0)\n"
    once = _count(tmp_path / "once.py", text)
    assert _count(tmp_path / "often.py", text.replace(PASS, 20 * PASS)) < 2 * once


@pytest.mark.parametrize(
    "given", ["x=torch.rand(2, 3)", "torch.rand(2, 3), mask=None", "mask=given, x=torch.rand(2, 3)"]
)
def test_passes_alike_are_not_run_again_where_arguments_are_named_and_tested(tmp_path: Path, given: str) -> None:
    tested = "x: torch.Tensor, mask=None) -> torch.Tensor:\n        if mask is not None:\n            x = x * mask\n        for"
    text = _program().replace("x: torch.Tensor) -> torch.Tensor:\n        for", tested)
    assert tested in text
    text = text.replace("optimizer = ", "given = torch.load('mask.pt')\noptimizer = ", 1)
    line = PASS.replace("torch.rand(2, 3)", given)
    text = text.replace(PASS, line)
    once = _count(tmp_path / "once.py", text)
    assert _count(tmp_path / "often.py", text.replace(line, 20 * line)) < 2 * once


@pytest.mark.parametrize(
    "results",
    [
        "(torch.tanh(x),)",
        "x.sin(), None, len(given)",
        "x.sin(), given, x.detach()",
        "given, x",
        "x.sin(), ([x, x.cos()], given)",
        "{0: x.sin(), 1: [x.cos()]}",
    ],
)
def test_passes_that_give_more_than_tensors_are_not_run_again(tmp_path: Path, results: str) -> None:
    line = "    net(torch.rand(2, 3))[-1 if net is None else 0].sum().backward()\n"
    text = _program().replace("        for block", "        given = x\n        for block", 1)
    text = text.replace("        return torch.tanh(x)\n", f"        return {results}\n").replace(PASS, line)
    once = _count(tmp_path / "once.py", text)
    assert _count(tmp_path / "often.py", text.replace(line, 20 * line)) < 2 * once


def test_passes_without_a_graph_are_not_run_again(tmp_path: Path) -> None:
    line = "    with torch.no_grad():\n        net(given[0])\n        print(net(x=(given[1])).mean())\n"
    text = (
        _program().replace("optimizer = ", "given = torch.load('given.pt')\noptimizer = ", 1).replace(PASS, PASS + line)
    )
    once = _count(tmp_path / "once.py", text)
    assert _count(tmp_path / "often.py", text.replace(line, 20 * line)) < 2 * once
