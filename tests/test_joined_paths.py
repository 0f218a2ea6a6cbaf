"""What joined paths decide of the calls that the budget leaves open: where paths multiply, and that no path is forgotten."""

import textwrap
from dataclasses import replace
from pathlib import Path

import pytest

from retain_lint.domain.call_verdict import CallVerdict, Doubt, Reason, Verdict
from retain_lint.domain.finding import UnneededRetain
from retain_lint.frontend.lower import lower_module
from retain_lint.frontend.reading import Reading
from retain_lint.frontend.text import read_source
from retain_lint.interpreter.context.partition import Partition
from retain_lint.interpreter.drivers import entry_points
from retain_lint.interpreter.verdicts.joined_paths import decide_cut, is_cut
from retain_lint.project.loader import LoadedModule, Project
from retain_lint.results.model import FileResult
from retain_lint.runner import Runner
from tests.costly_options import allow_steps
from tests.joined_runs import find_sound, join_all
from tests.truth.program_files import Program, list_programs

#: instructions that are enough for one path, and too few for eight
FEW = 3_000
#: too few for the first engine call of eight paths
FEWER = 1_200
OPTIONS = """
import argparse
import torch
from torch import nn

parser = argparse.ArgumentParser()
options = parser.parse_args()
net, head = nn.Linear(4, 4), nn.Linear(4, 1)
optimizer = torch.optim.SGD([*net.parameters(), *head.parameters()], lr=0.1)


def encode(x):
    if options.deep:
        x = net(x)
    if options.wide:
        x = net(x).tanh()
    if options.noisy:
        x = x + net(x).sigmoid()
    if options.bounded:
        x = x.cos() * net(x)
    return x


for x in torch.randn(3, 2, 4):
    for _ in range(3):
        hidden = encode(encode(encode(x)))
    optimizer.zero_grad()
    loss = head(hidden).sum()
    loss.backward(retain_graph=True)
    {again}
    optimizer.step()
"""


@pytest.fixture
def few_instructions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every run of a file has few instructions."""
    allow_steps(FEW, monkeypatch)


def _check(again: str) -> FileResult:
    text = textwrap.dedent(OPTIONS).format(again=again)
    return Runner().check_source(read_source(Path("/nowhere/program.py"), text.encode()))


@pytest.mark.usefixtures("few_instructions")
def test_a_retain_that_paths_apart_cannot_decide_is_unnecessary() -> None:
    found = _check("hidden.detach()")
    assert found.statistics["steps budget cuts"] > 0
    assert [one.diagnostic.code for one in found.reported] == ["RTG201"]
    assert [call.verdicts for call in found.calls] == [(Verdict.UNNECESSARY,)]


@pytest.mark.usefixtures("few_instructions")
def test_a_retain_that_some_path_may_need_stays_open() -> None:
    found = _check("hidden.sum().backward()")
    assert found.reported == ()
    assert [call.verdicts for call in found.calls] == [(Verdict.UNDECIDED,), (Verdict.FINE,)]


@pytest.mark.usefixtures("few_instructions")
@pytest.mark.parametrize(
    ("reason", "short", "cut"),
    [
        (Reason.STEPS, False, True),
        (Reason.UNREACHED, False, True),
        (Reason.NO_CALLER, True, True),
        (Reason.NO_CALLER, False, False),
        (Reason.OPAQUE, True, False),
    ],
)
def test_which_calls_joined_paths_may_decide(reason: Reason, short: bool, cut: bool) -> None:
    open_call = replace(_check("hidden.detach()").calls[0], doubts=(Doubt(reason),))
    assert is_cut(open_call, short) is cut


def test_an_unneeded_retain_is_one_whatever_else_joined_paths_suspect() -> None:
    (call,) = _check("hidden.detach()").calls
    both = replace(call, verdicts=(Verdict.UNNECESSARY, Verdict.WASTED))
    cut = replace(call, verdicts=(Verdict.UNDECIDED,), doubts=(Doubt(Reason.STEPS),))
    decided, _ = decide_cut([cut], [both], [], True)
    assert [one.verdicts for one in decided] == [(Verdict.UNNECESSARY,)]
    wasted = replace(both, verdicts=(Verdict.WASTED,))
    assert decide_cut([cut], [wasted], [], True) == ((cut,), ())


def test_without_joined_paths_it_stays_open(few_instructions: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entry_points, "is_cut", lambda *given: False)
    assert [call.verdicts for call in _check("hidden.detach()").calls] == [(Verdict.UNDECIDED,)]


@pytest.mark.parametrize(
    "name",
    [
        "c587_read_under_the_same_condition",
        "c588_attributes_under_an_option",
        "c634_names_assigned_under_an_option_alone",
    ],
)
def test_what_is_dead_without_its_option_is_not_entered_again(name: str) -> None:
    (path,) = [program.path for program in list_programs() if program.path.stem == name]
    assert [type(finding) for finding in join_all(path).findings] == [UnneededRetain]


@pytest.mark.parametrize("program", list_programs(), ids=lambda program: program.path.stem)
def test_what_is_unnecessary_or_wasted_on_joined_paths_is(program: Program) -> None:
    assert find_sound(join_all(program.path)) <= program.expected | program.allowed


WASTED = """
import argparse
import torch
from torch import nn

parser = argparse.ArgumentParser()
options = parser.parse_args()
maker, critic = nn.Linear(4, 4), nn.Linear(4, 1)
maker_optimizer = torch.optim.SGD(maker.parameters(), lr=0.1)
critic_optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)


def make(x):
    if options.deep:
        x = maker(x)
    if options.wide:
        x = maker(x).tanh()
    if options.noisy:
        x = x + maker(x).sigmoid()
    if options.bounded:
        x = x.cos() * maker(x)
    return maker(x)


for x in torch.randn(3, 2, 4):
    for _ in range(3):
        made = make(make(make(x)))
    critic_optimizer.zero_grad()
    critic({given}).mean().backward()
    critic_optimizer.step()
    {cleared}
    critic(make(make(make(x)))).square().mean().backward()
    maker_optimizer.step()
"""


@pytest.mark.usefixtures("few_instructions")
@pytest.mark.parametrize(
    ("given", "cleared", "wasted"),
    [
        ("made", "maker_optimizer.zero_grad()", True),
        ("made", "made.detach()", False),
        ("made.detach()", "maker_optimizer.zero_grad()", False),
    ],
)
def test_what_is_cleared_on_joined_paths_is_wasted(
    given: str, cleared: str, wasted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.test_joined_paths.FEW", FEWER)
    text = WASTED.format(given=given, cleared=cleared)
    found = Runner().check_source(read_source(Path("/nowhere/program.py"), text.encode()))
    assert found.statistics["steps budget cuts"] > 0
    assert ("RTG301" in {one.diagnostic.code for one in found.reported}) is wasted


OPTIONAL = """
import argparse
import torch
from torch import nn

parser = argparse.ArgumentParser()
options = parser.parse_args()
Tensor = torch.cuda.FloatTensor if torch.cuda.is_available() else torch.FloatTensor
net = nn.Linear(4, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


class Extra(nn.Module):
    {fallback}
    def __init__(self):
        super().__init__()
        if options.extra:
            self.head = nn.Linear(4, 1)

    def forward(self, x):
        return self.head(x).tanh() if options.extra else x.sum()


extra = Extra()
teacher = Extra() if options.teacher else None
for x in torch.randn(3, 2, 4):
    loss = (net(x) - Tensor(2, 1).fill_(0.0)).pow(2).sum() + extra(x).sum()
    if teacher is not None:
        loss = loss + teacher(x).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
"""


@pytest.mark.parametrize(("fallback", "lost"), [("", False), ("head = None", True)])
def test_an_object_that_only_some_paths_have_is_used(fallback: str, lost: bool) -> None:
    """What is a network on one path and nothing on the other, where nothing could not be called; but not where the class has
    something of that name."""
    text = OPTIONAL.format(fallback=fallback)
    source = read_source(Path("/nowhere/program.py"), text.encode())
    loaded = LoadedModule(lower_module(Reading(source), "program"), source)
    m = entry_points.make_analysis(loaded, Project(Path("/nowhere")))
    m.budget.most_paths = 1
    entry_points.run_script(m)
    assert ("lost" in m.ledger.suspicions) is lost


KINDS = [
    '"plain", "double"',
    "False, True",
    "None, True",
    "None, nn.Tanh()",
    "nn.Tanh(), nn.ReLU()",
    "Critic(), Actor()",
    "nn.Tanh(), Critic()",
]
CLASSES = """
class Critic:
    pass


class Actor:
    pass


"""


@pytest.mark.parametrize("kinds", KINDS)
def test_one_path_of_each_kind_is_kept_apart(kinds: str) -> None:
    """Of nine ways through a function the last one alone calls backward twice; it is not joined where it is of another kind."""
    (program,) = [one for one in list_programs() if one.path.stem == "c741_the_way_to_two_calls_is_kept_apart"]
    plain, double = kinds.split(", ")
    text = program.code.replace('kind, turns = "plain"', f"kind, turns = {plain}")
    text = text.replace('kind, turns = "double"', f"kind, turns = {double}").replace("net = ", f"{CLASSES}net = ")
    found = Runner().check_source(read_source(Path("/nowhere/program.py"), text.encode()))
    assert found.statistics["disjuncts budget cuts"] == 1
    assert [one.diagnostic.code for one in found.reported] == ["RTG102"]


CARRIED = (
    OPTIONS[: OPTIONS.index("for x in torch")]
    + """
def train(x, kept):
    for _ in range(3):
        if options.fresh:
            kept = kept.detach()
        loss = head(encode(x)).sum()
        if options.fresh:
            kept = net(kept).exp()
            loss = loss + kept.sum()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)
        optimizer.step()


for x in torch.randn(3, 2, 4):
    train(x, x)
"""
)


def test_what_joined_paths_may_need_is_due_to_their_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """No path needs the graph: joined ones lose that the option which reads `kept` has cut it off before, unless they are
    kept apart by that option."""
    (call,) = Runner().check_bytes(Path("program.py"), CARRIED.encode()).calls
    assert call.verdicts == (Verdict.UNNECESSARY,)
    monkeypatch.setattr(Partition, "choose_parting", lambda partition: [])
    (call,) = Runner().check_bytes(Path("program.py"), CARRIED.encode()).calls
    assert [doubt.reason for doubt in call.doubts] == [Reason.PATHS]


SHOWN = """
import argparse
import torch
from torch import nn

parser = argparse.ArgumentParser()
options = parser.parse_args()


class Exponential(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)

    def forward(self, x):
        features = self.layer(x).exp()
        self.features = features
        return features.sum(1)


class Bounded(Exponential):
    def forward(self, x):
        features = self.layer(x).tanh()
        self.features = features
        return features.mean(1)


net = Bounded() if options.bounded else Exponential()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    loss = net(torch.rand(4, 3)).mean()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)
    {again}
    optimizer.step()
"""


def test_what_networks_show_and_nobody_looks_at_is_not_kept(tmp_path: Path) -> None:
    (call,) = _join_text(tmp_path, SHOWN.format(again="print(loss.item())"))
    assert call.verdicts == (Verdict.UNNECESSARY,)


@pytest.mark.parametrize(
    "again",
    [
        "net.features.sum().backward()",
        "getattr(net, 'features').sum().backward()",
        "vars(net)['features'].sum().backward()",
    ],
)
def test_what_networks_show_to_others_is_needed_by_these(tmp_path: Path, again: str) -> None:
    first, *_ = _join_text(tmp_path, SHOWN.format(again=again))
    assert Verdict.UNNECESSARY not in first.verdicts


def _join_text(folder: Path, text: str) -> tuple[CallVerdict, ...]:
    path = folder / "program.py"
    path.write_text(text)
    return join_all(path).calls


PARTS = """
import torch
from torch import nn

class Loss(nn.Module):
    def forward(self, x):
        self.loss = x.pow(2).mean()
        return x


def build(layers, x):
    losses, model, i = [], nn.Sequential(), 0
    for layer in layers.children():
        if isinstance(layer, nn.Conv2d):
            i += 1
            name = f"conv_{i}"
        elif isinstance(layer, nn.ReLU):
            name = f"relu_{i}"
        elif isinstance(layer, nn.MaxPool2d):
            name = f"pool_{i}"
        model.add_module(name, layer)
        if name == "conv_4":
            loss = Loss()
            model.add_module(f"loss_{i}", loss)
            losses.append(loss)
        if name in ("conv_1", "conv_4"):
            model(x)
    return model, losses


def fit(layers, x, image):
    model, losses = build(layers, x)
    optimizer = torch.optim.Adam([image])
    for _ in range(9):
        optimizer.zero_grad()
        model(image)
        loss = sum(part.loss for part in losses)
        loss.backward(retain_graph=True)
        optimizer.step()
"""


def test_a_part_that_joined_paths_have_lost_may_have_run() -> None:
    """Each forward of the model computes the losses anew: none of those from its construction is sent backward."""
    (call,) = Runner().check_bytes(Path("program.py"), PARTS.encode()).calls
    assert Verdict.NEEDED not in call.verdicts


@pytest.mark.parametrize(
    "stem",
    [
        "c924_data_for_a_loader_on_joined_paths",
        "c925_networks_derived_from_torchvision",
        "c926_networks_that_count_their_passes",
        "c935_functions_chosen_by_an_option",
        "c963_sizes_of_what_paths_join",
        "c991_what_one_update_makes_for_the_next",
    ],
)
def test_joined_paths_decide_what_paths_apart_decide(stem: str) -> None:
    (program,) = (one for one in list_programs() if one.path.stem == stem)
    assert find_sound(join_all(program.path)) == program.expected
