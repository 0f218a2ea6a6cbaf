"""What is said of losses that a loop sends backward one by one: the words, and under torch the error and the cure."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch

from tests.commands import check_json, run_lint

HEAD = """\
import torch
from torch import nn

net = nn.Linear(3, 1)
x = torch.ones(2, 3)
"""
BEFORE = """\
hidden = net(x).exp()
losses = [(hidden * factor).mean() for factor in (1, 2, 3)]
for loss in losses:
    loss.backward()
"""
HELD = """\
losses = []
for _ in range(3):
    losses.append(net(x).exp().mean())
    torch.stack(losses).sum().backward()
"""
EMPTIED = """\
state = x
for _ in range(3):
    losses, state = [], net(state) * x
    losses.append(state.exp().mean())
    losses.append(state.square().mean())
    torch.stack(losses).sum().backward()
"""
SUM = "call backward() once, on the sum of the losses, or pass `retain_graph=True` in all iterations but the last"
#: the program, words of the message, the help, the program as the help says
PROGRAMS = {
    "all computed before": (
        BEFORE,
        "",
        SUM,
        BEFORE.replace("for loss in losses:\n    loss", "sum(losses)"),
    ),
    "all but the last retain": (
        BEFORE,
        "",
        SUM,
        BEFORE.replace("loss.backward()", "loss.backward(retain_graph=loss is not losses[-1])"),
    ),
    "held by a list": (
        HELD,
        "`losses` still holds the graphs of earlier iterations",
        "after `torch.stack(losses).sum().backward()`: `losses.clear()`",
        f"{HELD}    losses.clear()\n",
    ),
    "carried beside a list that each iteration makes anew": (
        EMPTIED,
        "`state` still carries the graph of the previous iteration",
        "use `net(state.detach())` on line 8",
        EMPTIED.replace("net(state)", "net(state.detach())"),
    ),
}
TWICE = """\
hidden = net(x).exp()
hidden.sum().backward(retain_graph=True)
hidden.mean().backward()
"""


def run(text: str) -> torch.Tensor:
    """The gradient at the end. Raises what the program raises."""
    torch.manual_seed(0)
    names: dict[str, object] = {}
    exec(HEAD + text, names)
    gradient = names["net"].weight.grad  # type: ignore[attr-defined]
    assert isinstance(gradient, torch.Tensor)
    return gradient


@pytest.mark.parametrize(("program", "message", "cure", "cured"), PROGRAMS.values(), ids=PROGRAMS)
def test_advice(program: str, message: str, cure: str, cured: str, tmp_path: Path) -> None:
    (found,) = check_json("-", cwd=tmp_path, stdin=HEAD + program)
    assert found["code"] == "RTG102" and message in found["message"] and found["help"] == cure
    with pytest.raises(RuntimeError, match="backward through the graph a second time"):
        run(program)
    assert run(cured).isfinite().all()
    assert check_json("-", cwd=tmp_path, stdin=HEAD + cured) == []


def test_separate_calls_are_summed(tmp_path: Path) -> None:
    """With the gradients of before, in one pass."""
    (tmp_path / "a.py").write_text(HEAD + TWICE, encoding="utf-8")
    run_lint("check", "--select", "RTG203", "--fix", "--unsafe-fixes", cwd=tmp_path)
    fixed = (tmp_path / "a.py").read_text(encoding="utf-8").removeprefix(HEAD)
    assert fixed.count("backward") == 1
    assert torch.allclose(run(fixed), run(TWICE))


DRAWN = """\
import sys
for step in range(3):
    if step == 0 or len(sys.argv) > 9:
        drawn = net(x).exp()
    loss = (drawn * x).sum() + net.weight.square().sum()
    loss.backward()
"""


def test_what_some_iterations_compute_anew_is_detached_behind_the_call(tmp_path: Path) -> None:
    """A detach() where it is used would keep the gradients of those iterations out, too."""
    (tmp_path / "a.py").write_text(HEAD + DRAWN, encoding="utf-8")
    (found,) = check_json("--min-confidence", "conditional", "a.py", cwd=tmp_path)
    assert found["help"] == "after line 11: `drawn = drawn.detach()`"
    run_lint("check", "--min-confidence", "conditional", "--fix", "--unsafe-fixes", "a.py", cwd=tmp_path)
    fixed = (tmp_path / "a.py").read_text(encoding="utf-8").removeprefix(HEAD)
    with pytest.raises(RuntimeError, match="backward through the graph a second time"):
        run(DRAWN)
    assert not torch.equal(run(fixed), run(DRAWN.replace("drawn * x", "drawn.detach() * x")))
    assert check_json("--min-confidence", "conditional", "a.py", cwd=tmp_path) == []


KEPT = """\
total, turned, average, kept, named, by_name = 0.0, 0.0, 0.0, [], {}, {"a": 0.0}
for step in range(3):
    loss = net(x).exp().mean()
    loss.backward()
    total = total + loss
    turned = loss + turned
    average = 0.9 * average + 0.1 * loss
    kept += [loss]
    named[step] = loss
    by_name["a"] += loss
"""


def test_one_loss_that_is_kept_in_many_ways(tmp_path: Path) -> None:
    """All are found at once, and mended without another value."""
    (tmp_path / "a.py").write_text(HEAD + KEPT, encoding="utf-8")
    found = check_json("--select", "RTG204", "a.py", cwd=tmp_path)
    holders = ["total", "turned", "average", "kept", "named", 'by_name["a"]']
    assert [entry["message"].partition(" keeps")[0] for entry in found] == [f"`{holder}`" for holder in holders]
    run_lint("check", "--select", "RTG204", "--fix", "a.py", cwd=tmp_path)
    fixed = (tmp_path / "a.py").read_text(encoding="utf-8").removeprefix(HEAD)
    assert fixed.count("detach()") == len(holders)
    assert torch.equal(run(fixed), run(KEPT))
    assert _values(fixed, grown=False) == _values(KEPT, grown=True)


def _values(text: str, *, grown: bool) -> list[float]:
    """What is kept at the end, all with a history or without one."""
    torch.manual_seed(0)
    names: dict[str, Any] = {}
    exec(HEAD + text, names)
    totals = [names[name] for name in ("total", "turned", "average")]
    kept = [*totals, *names["kept"], *names["named"].values(), names["by_name"]["a"]]
    assert {value.requires_grad for value in kept} == {grown}
    return [value.item() for value in kept]


BESIDE = """\
cell, shift = nn.RNNCell(2, 3), nn.Parameter(torch.zeros(3))
optimizer = torch.optim.SGD([shift], lr=0.1)
hidden = torch.zeros(5, 3)
for _ in range(3):
    optimizer.zero_grad()
    hidden = cell(torch.randn(5, 2), hidden)
    hidden.square().mean().backward()
    optimizer.step()
    hidden = hidden + shift
"""


UNSEEN = """
from metrics import accuracy, criterion

net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
accuracies, losses = [], []
for x in torch.randn(3, 4, 2):
    out = net(x)
    loss = criterion(out)
    accuracies.append(accuracy(out))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss)
"""


def test_what_unseen_code_returns_may_be_a_number_until_it_is_sent_backward(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(f"import torch\nfrom torch import nn\n{UNSEEN}", encoding="utf-8")
    (entry,) = check_json("--select", "RTG204", "a.py", cwd=tmp_path)
    assert entry["message"].startswith("`losses` keeps")


def test_what_is_carried_beside_the_freed_graph_is_told(tmp_path: Path) -> None:
    """Nothing trains the cell, but a detach() of the state keeps the gradients out of what is added to it as well: the fix, which
    would leave that untrained, is not made."""
    (found,) = check_json("-", cwd=tmp_path, stdin=HEAD + BESIDE)
    assert found["help"] == "use `cell(torch.randn(5, 2), hidden.detach())` on line 11"
    assert found["notes"] == ["this keeps the gradients of the loss out of `shift`, too"]
    names: dict[str, Any] = {}
    with pytest.raises(RuntimeError, match="backward through the graph a second time"):
        exec(HEAD + BESIDE, names)
    exec(HEAD + BESIDE.replace("2), hidden)", "2), hidden.detach())"), names)
    untrained = names["shift"].grad
    assert untrained is None
    exec(HEAD + BESIDE.replace("mean().backward()", "mean().backward(retain_graph=True)"), names)
    assert names["shift"].grad.any()
    (tmp_path / "a.py").write_text(HEAD + BESIDE, encoding="utf-8")
    result = run_lint("check", "--fix", "--unsafe-fixes", "a.py", cwd=tmp_path)
    assert "RTG102 is not fixed: its fix would bring RTG303" in result.stderr


def test_a_list_whose_graphs_another_call_frees_is_no_history(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(
        """import torch

shown = []


def keep(batches, loss):
    for batch in batches:
        batch = batch + torch.randn_like(batch)
    shown.append(loss)


def train(net, optimizer, batches):
    for batch in batches:
        loss = net(batch).square().sum()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)
        if shown:
            shown[-1].backward()
        keep(batches, loss)
"""
    )
    assert check_json("--select", "RTG204", "a.py", cwd=tmp_path) == []


BUILT_ON = """\
state, weight = x, nn.Linear(1, 3).weight
for step in range(3):
    hidden = net(state) * weight.T
    hidden.square().sum().backward()
    state = NEXT
"""
GATHERED = """\
state, weight, losses = x, nn.Linear(1, 3).weight, []
for step in range(12):
    state = NEXT
    losses.append(state.square().mean())
    if len(losses) == 4:
        sum(losses).backward()
        losses = []
"""


@pytest.mark.parametrize(
    ("program", "state", "cure"),
    [
        (BUILT_ON, "hidden", "use `net(state.detach())` on line 8"),
        (BUILT_ON, "hidden + 1", "use `net(state.detach())` on line 8"),
        (BUILT_ON, "hidden.exp()", "use `net(state.detach())` on line 8"),
        (BUILT_ON, "hidden.exp() + hidden", "use `net(state.detach())` on line 8"),
        (GATHERED, "net(state) * weight.T", "after line 11: `state = state.detach()`"),
        (GATHERED, "(net(state) * weight.T).tanh() + state", "after line 11: `state = state.detach()`"),
    ],
)
def test_a_state_is_detached_behind_a_call_if_iterations_since_are_wanted(
    program: str, state: str, cure: str, tmp_path: Path
) -> None:
    """What the iteration of the call has built on the graph that is freed can be cut off as well."""
    text = program.replace("NEXT", state)
    (tmp_path / "a.py").write_text(HEAD + text, encoding="utf-8")
    (found,) = check_json("--select", "RTG102", "a.py", cwd=tmp_path)
    assert found["help"] == cure
    run_lint("check", "--select", "RTG102", "--fix", "--unsafe-fixes", "a.py", cwd=tmp_path)
    fixed = (tmp_path / "a.py").read_text(encoding="utf-8").removeprefix(HEAD)
    with pytest.raises(RuntimeError, match="backward through the graph a second time"):
        run(text)
    assert run(fixed).isfinite().all()
