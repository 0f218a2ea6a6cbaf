"""What is said of all paths is said of those that the budget ended only if others went on that had decided alike."""

from pathlib import Path

import pytest

from retain_lint.domain.call_verdict import Doubt, Reason, Verdict
from retain_lint.domain.path_condition import PathCondition
from retain_lint.domain.state import State
from retain_lint.domain.value import Known, Symbol
from retain_lint.frontend.text import read_source
from retain_lint.interpreter.context.path_ends import PathEnds
from retain_lint.runner import Runner
from tests.costly_options import HEAD, allow_steps

SITE, OTHER, CALL = 7, 8, 9
KIND = Symbol(("attr", ("parameter", "options"), "kind"), plain=True)
CUT = Doubt(Reason.STEPS)


def _decided(**truths: bool) -> State:
    """A path that has compared the kind with these words; one that it is equal to is bound."""
    atoms = {("compare", "==", KIND, Known(word)): truth for word, truth in truths.items()}
    bound = [(KIND.key, Known(word)) for word, truth in truths.items() if truth]
    return State(condition=PathCondition(atoms, dict(bound)))


@pytest.mark.parametrize(
    ("came", "ended", "known"),
    [
        (_decided(plain=True), _decided(plain=True), True),
        (_decided(plain=True), _decided(), True),
        (_decided(), _decided(plain=False), True),
        (_decided(plain=True), _decided(plain=False, both=True), False),
        (_decided(plain=False, both=True), _decided(plain=False), True),
        (_decided(plain=False, both=True), _decided(plain=False, both=False), False),
    ],
)
def test_a_path_that_was_ended_may_have_become_one_that_came(came: State, ended: State, known: bool) -> None:
    ends = PathEnds()
    ends.reach(SITE, CALL, came)
    ends.end(ended, CUT)
    assert (ends.find_doubt([SITE]) is None) is known


def test_what_is_neither_of_two_words_is_none_of_the_paths_that_are_one() -> None:
    ends = PathEnds()
    ends.reach(SITE, CALL, _decided(plain=True))
    ends.reach(SITE, CALL, _decided(plain=False, both=True))
    ends.end(_decided(plain=False, both=False), CUT)
    assert ends.find_doubt([SITE]) is CUT


def test_what_is_kept_is_known_from_paths_that_came_to_their_end() -> None:
    ends = PathEnds()
    for site in (SITE, OTHER):
        ends.reach(site, CALL, _decided())
    ends.abandon([SITE], _decided(plain=False), CUT)
    assert ends.find_doubt([SITE]) is CUT
    ends.outlive([SITE], _decided(plain=True))
    assert ends.find_doubt([SITE]) is CUT
    ends.outlive([SITE], _decided(plain=False))
    assert ends.find_doubt([SITE]) is None
    assert ends.find_doubt([OTHER]) is None


def test_gradients_are_known_from_paths_that_use_or_clear_them() -> None:
    ends = PathEnds()
    ends.end(_decided(plain=False), CUT)
    assert ends.find_unjudged([SITE]) is None
    ends.judge([SITE], _decided(plain=True))
    assert ends.find_unjudged([SITE]) is CUT
    ends.judge([SITE], _decided(plain=False))
    assert ends.find_unjudged([SITE]) is None


WASTED = """
maker, critic = nn.Linear(4, 4), nn.Linear(4, 1)
maker_optimizer = torch.optim.SGD([*maker.parameters(), *first.parameters()], lr=0.1)
critic_optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)
if options.kind == "plain":
    shift = 1.0
elif options.kind == "both":
    shift = 2.0
else:
    shift = 3.0
for x in torch.randn(3, 2, 4):
    made = maker(encode(encode(encode(x))))
    critic_optimizer.zero_grad()
    (critic(made) * shift).mean().backward()
    critic_optimizer.step()
    if options.kind == "{kind}":
        maker_optimizer.step()
    maker_optimizer.zero_grad()
    critic(maker(encode(encode(encode(x))))).square().mean().backward()
    maker_optimizer.step()
"""


@pytest.mark.parametrize("steps", [500, 900, 2_000, 4_000, 5_000, 8_000])
@pytest.mark.parametrize("kind", ["plain", "both", "another"])
def test_what_a_path_uses_that_the_budget_ended_is_not_wasted(
    kind: str, steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    allow_steps(steps, monkeypatch)
    text = HEAD + WASTED.format(kind=kind)
    found = Runner().check_source(read_source(Path("/nowhere/program.py"), text.encode()))
    assert "RTG301" not in [one.diagnostic.code for one in found.reported]


CARRIED = """
import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))
kept = {}
first = net(torch.rand(2, 3))
first.mean().backward(retain_graph=True)
for i in range(40):
    outputs = net(torch.rand(2, 3))
    kept[i] = outputs
    outputs.mean().backward(retain_graph=True)
    for _ in range(2):
        inputs = torch.rand(2, 3).cos().sin().exp().tanh().sqrt().sigmoid()
    if i > 0:
        (kept[i - 1] * first).sum().backward(retain_graph=True)
"""


@pytest.mark.parametrize("steps", [*range(40, 240, 20), 20_000])
def test_what_an_iteration_needs_that_the_budget_ended_is_not_unneeded(
    steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    allow_steps(steps, monkeypatch)
    first, second, _ = Runner().check_source(read_source(Path("/nowhere/program.py"), CARRIED.encode())).calls
    assert Verdict.UNNECESSARY not in first.verdicts + second.verdicts
