"""Joined paths that a setting keeps apart: what that decides, and that no path is forgotten."""

from pathlib import Path

import pytest

from retain_lint.domain.call_verdict import Verdict
from retain_lint.domain.path_condition import PathCondition
from retain_lint.domain.state import State
from retain_lint.domain.value import Key, Known, Symbol, Value
from retain_lint.frontend.text import read_source
from retain_lint.interpreter.context.partition import MAX_PARTS, Partition, Test
from retain_lint.results.model import FileResult
from retain_lint.runner import Runner
from tests.costly_options import HEAD, allow_steps
from tests.joined_runs import find_sound, join_in_parts
from tests.truth.program_files import Program, list_programs

#: instructions that are enough for the parts, and too few for paths apart
FEW = 2_000
KINDS = """
class Pair(nn.Module):
    def __init__(self):
        super().__init__()
        self.kind, self.body = nn.Linear(4, 3), nn.Linear(4, 1)

    def forward(self, x):
        return self.body(x), self.kind(x)


class Triple(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.kind, self.twin = nn.Linear(4, 1), nn.Linear(4, 3), nn.Linear(4, 3)

    def forward(self, x):
        return self.body(x), self.kind(x), self.twin(x)


if options.loss == "plain":
    net = nn.Linear(4, 1)
elif options.loss == "pair":
    net = Pair()
else:
    net = Triple()
optimizer = torch.optim.SGD([*first.parameters(), *net.parameters()], lr=0.1)

for x in torch.randn(3, 2, 4):
    x = encode(encode(encode(x)))
    optimizer.zero_grad()
    if options.loss == "plain":
        out = net(x)
    elif options.loss == "pair":
        out, kind = net(x)
    else:
        out, kind, twin = net(x)
    if options.loss == "plain":
        more = 0.0
    else:
        more = kind.square().mean()
    loss = out.mean() + more
    loss.backward(retain_graph=True)
    x = encode(encode(encode(x.detach() + 1)))
    if options.loss == "plain":
        out = net(x)
    elif options.loss == "pair":
        out, kind = net(x)
    else:
        out, kind, twin = net(x)
    if options.loss == "plain":
        more = 0.0
    else:
        more = kind.square().mean()
    {again}
    (out.mean() + more).backward()
    optimizer.step()
"""
#: a setting that has a default, which an option replaces
REPLACED = """
class Settings:
    loss = "pair"


if options.loss is not None:
    Settings.loss = options.loss
"""


@pytest.fixture
def few_instructions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every run of a file has few instructions."""
    allow_steps(FEW, monkeypatch)


def _check(again: str, replaced: bool = False) -> FileResult:
    kinds = KINDS.format(again=again)
    text = HEAD + (REPLACED + kinds.replace("options.loss", "Settings.loss") if replaced else kinds)
    return Runner().check_source(read_source(Path("/nowhere/program.py"), text.encode()))


@pytest.mark.usefixtures("few_instructions")
@pytest.mark.parametrize("replaced", [False, True])
def test_networks_that_a_setting_chooses_are_used_as_it_says(replaced: bool) -> None:
    found = _check("x.detach()", replaced)
    assert found.statistics["steps budget cuts"] > 0
    assert [call.verdicts for call in found.calls] == [(Verdict.UNNECESSARY,), (Verdict.FINE,)]
    assert [one.diagnostic.code for one in found.reported] == ["RTG201"]


def test_without_settings_the_call_stays_open(few_instructions: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Partition, "choose_parting", lambda self: [])
    assert [call.verdicts for call in _check("x.detach()").calls] == [(Verdict.UNDECIDED,), (Verdict.FINE,)]


@pytest.mark.parametrize("steps", [500, 900, 1_500, FEW, 4_000])
@pytest.mark.parametrize("kind", ["plain", "pair", "triple"])
@pytest.mark.parametrize("replaced", [False, True])
def test_what_one_part_needs_is_not_unnecessary(
    kind: str, steps: int, replaced: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    allow_steps(steps, monkeypatch)
    found = _check(f'if options.loss == "{kind}": loss.backward()', replaced)
    assert found.reported == ()
    assert Verdict.UNNECESSARY not in found.calls[0].verdicts


@pytest.mark.parametrize("program", list_programs(), ids=lambda program: program.path.stem)
def test_what_is_unnecessary_or_wasted_in_all_parts_is(program: Program) -> None:
    for report in join_in_parts(program.path):
        assert find_sound(report) <= program.expected | program.allowed


def _attribute(name: str) -> Symbol:
    return Symbol(("attr", ("parameter", "options"), name), plain=True)


def _equals(left: Value, right: object) -> Symbol:
    return Symbol(("compare", "==", left, Known(right)), plain=True)


def _tests(name: str, *branches: int) -> set[Test]:
    return {(branch, ("attr", name)) for branch in branches}


def test_a_setting_is_what_two_branches_test() -> None:
    partition = Partition()
    kind, once = _attribute("kind"), _attribute("once")
    partition.note(1, _equals(kind, "a"))
    partition.note(2, Symbol(("not", _equals(kind, "b")), plain=True))
    partition.note(2, once)
    partition.note(2, once)
    assert partition.choose_parting() == [_tests("kind", 1, 2)]
    assert partition.tested[kind.key].outcomes == 3


def test_settings_have_not_too_many_outcomes_together() -> None:
    partition = Partition()
    many, flag = _attribute("many"), _attribute("flag")
    for branch in range(40):
        partition.note(branch, _equals(many, branch))
    partition.note(50, flag)
    partition.note(51, flag)
    assert partition.choose_parting() == [_tests("flag", 50, 51)]


def test_the_first_settings_are_few_that_branches_of_loops_test() -> None:
    partition = Partition()
    kind, weight, once, late = map(_attribute, ("kind", "weight", "once", "late"))
    for branch in range(4):
        partition.note(branch, _equals(kind, "a"))
    for branch in range(4, 6):
        partition.note(branch, weight, looped=True)
    partition.note(6, once, looped=True)
    partition.note(7, late, looped=True)
    few, most = _tests("weight", 4, 5) | _tests("once", 6), _tests("kind", 0, 1, 2, 3) | _tests("weight", 4, 5)
    assert partition.choose_parting() == [few, most]


def test_the_options_of_each_script_are_one_setting() -> None:
    """Those of one entry point that are called alike are several."""
    partition = Partition()
    for script in range(9):
        own = Symbol(("attr", ("parameter", script), "kind"), plain=True)
        for branch in (script, script + 1):
            partition.note(branch, _equals(own, "a"), entry=script)
    assert partition.choose_parting() == [_tests("kind", *range(10))]
    draws = Partition()
    for draw in range(9):
        one = Symbol(("attr", ("parameter", draw), "kind"), plain=True)
        for branch in (1, 2):
            draws.note(branch, _equals(one, "a"), entry=1)
    assert draws.choose_parting() == []


def test_lengths_and_other_numbers_are_no_settings() -> None:
    partition = Partition()
    length = Symbol(("len", ("parameter", "items")), plain=True)
    for branch in range(3):
        partition.note(branch, _equals(length, branch))
        partition.note(branch, Known(True))
    assert partition.tested == {}


def _path(key: Key, truth: bool | None) -> State:
    return State(condition=PathCondition({} if truth is None else {key: truth}))


def _parted(key: Key, condition: Value) -> Partition:
    """A partition by a setting that a branch has tested again."""
    partition = Partition(frozenset({(1, (key[0], key[-1]))}))
    partition.note(1, condition)
    return partition


def test_paths_that_have_decided_alike_are_one_part() -> None:
    flag = _attribute("flag")
    paths = [_path(flag.key, True), _path(flag.key, False), _path(flag.key, True), _path(flag.key, None)]
    assert Partition().divide(paths) == [paths]
    assert [len(part) for part in _parted(flag.key, flag).divide(paths)] == [2, 1, 1]


def test_what_is_too_many_for_parts_of_their_own_is_one() -> None:
    kind = _attribute("kind")
    paths = [_path(_equals(kind, number).key, True) for number in range(MAX_PARTS + 5)]
    parts = _parted(kind.key, _equals(kind, 0)).divide(paths)
    assert [len(part) for part in parts] == [1] * (MAX_PARTS - 1) + [6]
