"""What each program is advised, and that following the advice mends it: run under torch before and after the fix."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from retain_lint.diagnostic import Diagnostic
from retain_lint.fixes.apply import apply_fixes
from retain_lint.frontend.text import SourceText
from retain_lint.runner import Runner
from tests.truth.execution import run_program

HEAD = """\
import torch
from torch import nn, optim

"""
NETS = """\
G = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 4))
D = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
opt_g, opt_d = optim.SGD(G.parameters(), lr=0.1), optim.SGD(D.parameters(), lr=0.1)
"""


@dataclass(frozen=True)
class Case:
    """A program, the rule that speaks of it, the help, and what torch says before (None: nothing). `fixed`: whether there
    is a fix; `main` is appended to run the program, and unknown to the analyser."""

    code: str
    rule: str
    help: str
    error: str | None = "a second time"
    fixed: bool = True
    main: str = ""


CASES = {
    "networks and optimisers are arguments": Case(
        HEAD
        + """
def train(G, D, opt_G, opt_D, loader):
    G.train()
    D.train()
    for real in loader:
        fake = G(torch.randn(16, 2))
        loss_D = D(fake).mean() - D(real).mean()
        opt_D.zero_grad()
        loss_D.backward()
        opt_D.step()
        loss_G = -D(fake).mean()
        opt_G.zero_grad()
        loss_G.backward()
        opt_G.step()
""",
        "RTG101",
        "if `loss_D` should not train `G`, use `D(fake.detach())` on line 10",
        main=NETS + "train(G, D, opt_g, opt_d, [torch.randn(16, 4) for _ in range(3)])\n",
    ),
    "a step between the calls, of what both train": Case(
        HEAD
        + """
net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = optim.SGD(net.parameters(), lr=0.1)
out = net(torch.randn(16, 4))
first, second = out.mean(), out.square().mean()
first.backward()
optimizer.step()
second.backward()
""",
        "RTG101",
        "compute `out` (line 7) again after `optimizer.step()` (line 10)",
        fixed=False,
    ),
    "two losses of one forward": Case(
        HEAD
        + """
net = nn.Sequential(nn.Linear(4, 8), nn.Tanh())
out = net(torch.randn(16, 4))
a, b = out.mean(), out.square().mean()
a.backward()
b.backward()
""",
        "RTG101",
        "use `(a + b).backward()` in place of both calls",
    ),
    "an LSTM's states": Case(
        HEAD
        + """
lstm, head = nn.LSTM(8, 16), nn.Linear(16, 1)
optimizer = optim.Adam([*lstm.parameters(), *head.parameters()])
h, c = torch.zeros(1, 4, 16), torch.zeros(1, 4, 16)
for _ in range(3):
    out, (h, c) = lstm(torch.randn(5, 4, 8), (h, c))
    loss = head(out).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
""",
        "RTG102",
        "use `lstm(torch.randn(5, 4, 8), (h.detach(), c.detach()))` on line 9",
    ),
    "a tuple of states by one name": Case(
        HEAD
        + """
lstm, head = nn.LSTM(8, 16), nn.Linear(16, 1)
optimizer = optim.Adam([*lstm.parameters(), *head.parameters()])
hidden = (torch.zeros(1, 4, 16), torch.zeros(1, 4, 16))
for _ in range(3):
    out, hidden = lstm(torch.randn(5, 4, 8), hidden)
    loss = head(out).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
""",
        "RTG102",
        "before line 9: `hidden = tuple(h.detach() for h in hidden)`",
    ),
    "a list of states": Case(
        HEAD
        + """

def run(cells, x, states):
    new = []
    for cell, state in zip(cells, states):
        x = cell(x, state)
        new.append(x)
    return x, new


cells = nn.ModuleList([nn.GRUCell(4, 4), nn.GRUCell(4, 4)])
optimizer = optim.SGD(cells.parameters(), lr=0.1)
states = [torch.zeros(3, 4), torch.zeros(3, 4)]
for _ in range(3):
    out, states = run(cells, torch.randn(3, 4), states)
    loss = out.square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
""",
        "RTG102",
        "before line 18: `states = [h.detach() for h in states]`",
    ),
    "a dictionary of states": Case(
        HEAD
        + """

def run(cell, x, memory):
    h = cell(x, memory["h"])
    return h, {"h": h}


cell = nn.GRUCell(4, 4)
optimizer = optim.SGD(cell.parameters(), lr=0.1)
memory = {"h": torch.zeros(3, 4)}
for _ in range(3):
    out, memory = run(cell, torch.randn(3, 4), memory)
    loss = out.square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
""",
        "RTG102",
        "before line 15: `memory = {key: h.detach() for key, h in memory.items()}`",
    ),
    "a state on self that is None at first": Case(
        HEAD
        + """

class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn, self.head = nn.GRU(8, 16, batch_first=True), nn.Linear(16, 1)
        self.hidden = None

    def forward(self, x):
        y, self.hidden = self.rnn(x, self.hidden)
        return self.head(y)


model = Model()
optimizer = optim.Adam(model.parameters())
for _ in range(3):
    loss = model(torch.randn(4, 10, 8)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
""",
        "RTG102",
        "before line 13: `if self.hidden is not None: self.hidden = self.hidden.detach()`",
    ),
    "a state of a module that an inner loop carries on": Case(
        HEAD
        + """

class Memory(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell, self.h = nn.GRUCell(4, 8), torch.zeros(5, 8)

    def forward(self, x):
        self.h = self.cell(x, self.h)
        return self.h


net = Memory()
optimizer = optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    loss = sum(net(x).square().mean() for x in torch.randn(3, 5, 4))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
""",
        "RTG102",
        "after line 21: detach `self.h` (line 12)",
        fixed=False,
    ),
    "flags that change between the calls": Case(
        HEAD
        + """

encoder, judge = nn.Linear(4, 3), nn.Linear(3, 1)
hidden = encoder(torch.randn(5, 4)).tanh()
fooled, norm = judge(hidden).mean(), hidden.square().mean()
fooled.backward()
judge.requires_grad_(False)
norm.backward()
""",
        "RTG101",
        "pass `retain_graph=True` to `fooled.backward()` on line 9",
    ),
}
every_case = pytest.mark.parametrize("case", CASES.values(), ids=CASES)


def check(code: str) -> list[Diagnostic]:
    result = Runner().check_source(SourceText(str(Path("/program.py")), code))
    return [reported.diagnostic for reported in result.reported if reported.diagnostic.default]


@every_case
def test_the_help_is_code_to_type(case: Case) -> None:
    found = [diagnostic for diagnostic in check(case.code) if diagnostic.code == case.rule]
    assert [diagnostic.help for diagnostic in found] == [case.help]
    assert (found[0].fix is not None) == case.fixed


@every_case
def test_what_torch_says_before_it_does_not_say_after(case: Case) -> None:
    before = run_program(case.code + case.main)
    assert before.error is None if case.error is None else case.error in (before.error or "")
    fixes = [diagnostic.fix for diagnostic in check(case.code) if diagnostic.code == case.rule and diagnostic.fix]
    if case.fixed:
        after = apply_fixes(case.code, fixes).text
        assert not [diagnostic for diagnostic in check(after) if diagnostic.code == case.rule]
        assert run_program(after + case.main).error is None
