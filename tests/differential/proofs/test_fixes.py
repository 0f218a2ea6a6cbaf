"""The fixes of all examples and of some generated programs keep what they promise."""

from __future__ import annotations

import pytest

from retain_lint.rules.base import all_rules
from retain_lint.rules.examples import Bad
from tests.differential.proofs.proof import _find_difference, prove_fixes
from tests.differential.proofs.run import prove_seed
from tests.differential.proofs.training import Training, train
from tests.truth.program_files import FOLDER

EXAMPLES = [(rule.code, example) for rule in all_rules() for example in rule.examples if isinstance(example, Bad)]
FIXED = [(code, example) for code, example in EXAMPLES if example.applicability is not None]
GROWING = "import torch\nkept = []\nfor _ in range({}):\n    kept.append(torch.ones(4, requires_grad=True).exp())\n"
BEYOND = """import torch
net = torch.nn.Linear(3, 3)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(2):
    made = net(torch.ones(2, 3)).sigmoid()
    torch.autograd.grad(made.exp().sum(), made)
    made.norm().backward()
    optimizer.step()
"""
REFUSED = """import torch
x = torch.rand(3, requires_grad=True)
h = x * 2
first, second = (h + 1).exp().sum(), h.square().sum()
h.detach_()
first.backward(retain_graph=True)
(first + second).backward()
"""


@pytest.mark.parametrize("code,example", FIXED, ids=[f"{code}-{example.title}" for code, example in FIXED])
def test_fixes_of_an_example(code: str, example: Bad) -> None:
    proofs = list(prove_fixes(example.code))
    assert [proof.broken for proof in proofs if proof.broken] == []
    assert any(proof.told for proof in proofs) or code == "RTG302"


@pytest.mark.parametrize("first", range(0, 60, 20))
def test_fixes_of_generated_programs(first: int) -> None:
    results = [prove_seed(seed) for seed in range(first, first + 20)]
    broken = [(seed, p.line, p.code, p.broken) for seed, proofs in results for p in proofs if p.broken]
    assert broken == []
    assert any(proof.told for _, proofs in results for proof in proofs)


def test_what_is_saved_is_measured_while_it_is_held() -> None:
    assert train(GROWING.format(1), measure=True).peak == 16
    assert train(GROWING.format(5), measure=True).peak == 80
    assert train(GROWING.format(5).replace("exp()", "exp().detach()"), measure=True).peak == 16


def test_what_autograd_grad_did_not_run_is_not_closed() -> None:
    """What lies beyond its inputs is trained by a later call; what it ran through is not gone through again."""
    assert have_equal_ends(train(BEYOND), train(BEYOND, once=True))
    through = BEYOND.replace("(made.exp().sum(), made)", "(made.exp().sum(), net.weight)")
    kept, closed = train(through, keep=True), train(through, once=True, keep=True)
    assert not kept.error and not closed.error and not have_equal_ends(kept, closed)


def test_training_that_diverges_equals_itself() -> None:
    text = BEYOND.replace("made.norm()", "(made.norm() * float('nan'))")
    assert any(p.isnan().any() for p in train(text).parameters) and have_equal_ends(train(text), train(text))


def have_equal_ends(one: Training, other: Training) -> bool:
    return _find_difference(one, other, exact=True) == ""


def test_a_call_that_torch_refuses_is_no_part_of_a_sum() -> None:
    """It meets a saved tensor that was detached in place since."""
    assert "detached in-place" in train(REFUSED).error
    assert list(prove_fixes(REFUSED)) == []


@pytest.mark.parametrize(
    "name",
    [
        "c281_state_kept_until_there_are_enough",
        "c471_freed_by_a_network_with_a_body",
        "c472_two_expressions_to_detach",
        "c473_loss_that_is_sent_backward_alone_too",
        "c474_loss_that_trains_where_it_was_handed_to",
        "c530_states_taken_by_index",
        "c531_states_taken_by_name",
        "c532_pairs_taken_by_index",
        "c534_made_for_uses_that_train_nothing",
        "c535_dictionary_of_features",
        "c536_taken_in_several_times",
        "c655_clipped_between_two_losses",
        "c657_names_that_hold_what_is_cut_off",
        "c658_states_taken_one_by_one",
    ],
)
def test_fixes_of_a_program(name: str) -> None:
    """Where a detach() at another place than the right one would keep wanted gradients out as well."""
    proofs = list(prove_fixes((FOLDER / f"{name}.py").read_text(encoding="utf-8")))
    assert [proof.broken for proof in proofs] == [""] * len(proofs) and any(proof.told for proof in proofs)
