"""Each rule, given the finding that its example calls for: place, related places and fix are as the example marks them.

The findings are written by hand, so that the rules are tested apart from the interpreter.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from retain_lint.diagnostic import Confidence, Diagnostic
from retain_lint.domain import finding as facts
from retain_lint.domain.finding import Finding
from retain_lint.domain.history import EventKind
from retain_lint.fixes.apply import apply_fixes
from retain_lint.rules.base import all_rules
from retain_lint.rules.examples import Bad
from tests.rules.places import Places
from tests.truth.marks import find_marks

SURE = (Confidence.DEFINITE, ())
RULES = all_rules()
TANH = "torch.tanh(trunk(torch.randn(16, 4)))"

FINDINGS: dict[str, Callable[[Places], Finding]] = {
    "two losses on one output": lambda p: facts.FreedGraphTraversal(
        p.call(9), *SURE, p.call(8), p.event(5, TANH), False, False, True, None
    ),
    "the gradients between the calls are read": lambda p: facts.FreedGraphTraversal(
        p.call(10), *SURE, p.call(8), p.event(5, TANH), False, False, False, None
    ),
    "a hidden state keeps its history": lambda p: facts.FreedGraphTraversal(
        p.call(11), *SURE, p.call(11), p.event(8, "cell(torch.randn(16, 4), h)"), True, False, False, p.event(8, "h")
    ),
    "the forward stands before the loop": lambda p: facts.FreedGraphTraversal(
        p.call(10),
        *SURE,
        p.call(10),
        p.event(6, "encoder(torch.randn(16, 4))"),
        True,
        False,
        False,
        p.event(8, "features"),
        before_loop=True,
    ),
    "probabilities of old actions keep their history": lambda p: facts.FreedGraphTraversal(
        p.call(14),
        *SURE,
        p.call(14),
        p.event(9, "Categorical(logits=policy(states)).log_prob(actions)"),
        True,
        False,
        False,
        p.event(12, "old"),
        before_loop=True,
        trained_anew=True,
    ),
    "a rollout goes on from the last one": lambda p: facts.FreedGraphTraversal(
        p.call(13),
        *SURE,
        p.call(13),
        p.event(10, "cell(torch.randn(16, 4), h)"),
        True,
        False,
        False,
        p.event(10, "h"),
        repeated=True,
    ),
    "the probabilities of earlier episodes stay in the list": lambda p: facts.FreedGraphTraversal(
        p.call(11),
        *SURE,
        p.call(11),
        p.event(9, "policy(torch.randn(4))"),
        True,
        False,
        False,
        None,
        buffer=replace(p.statement(9), receiver="log_probs"),
    ),
    "losses of one forward, one after the other": lambda p: facts.FreedGraphTraversal(
        p.call(8),
        *SURE,
        p.call(8),
        p.event(6, "model(torch.randn(16, 4))"),
        True,
        False,
        True,
        None,
        before_loop=True,
        computed_before=True,
    ),
    "the generator's loss is older than the discriminator's step": lambda p: facts.StaleGraphTraversal(
        p.call(16), *SURE, p.event(14, "opt_d.step()"), True, "D", p.event(11, "D(fake)"), False, False
    ),
    "the graph is older than the loop that steps": lambda p: facts.StaleGraphTraversal(
        p.call(9),
        *SURE,
        p.event(10, "optimizer.step()"),
        True,
        "net",
        p.event(6, "net(torch.randn(16, 4))"),
        False,
        False,
        True,
    ),
    "an activation is changed in place": lambda p: facts.StaleGraphTraversal(
        p.call(7),
        *SURE,
        p.event(6, "h += 1"),
        False,
        "h",
        p.event(5, "torch.sigmoid(net(torch.randn(16, 4)))"),
        False,
        False,
    ),
    "a fused step is not even noticed": lambda p: facts.StaleGraphTraversal(
        p.call(12), *SURE, p.event(10, "optimizer.step()"), True, "net", p.event(8, "net(x)"), False, True
    ),
    "the old name": lambda p: facts.RemovedArgument(p.call(6), *SURE, p.argument(6, "retain_variables=True")),
    "the forward runs again in each iteration": lambda p: facts.UnneededRetain(
        p.call(9), *SURE, p.argument(9, "retain_graph=True"), p.event(7, "net(torch.randn(16, 4)).square().mean()")
    ),
    "only the first of two calls needs it": lambda p: facts.UnneededRetain(
        p.call(8), *SURE, p.argument(8, "True"), None
    ),
    "a gradient penalty": lambda p: facts.RedundantRetain(p.call(6), *SURE, p.argument(10, "retain_graph=True"), True),
    "the default spelled out": lambda p: facts.RedundantRetain(
        p.call(4), *SURE, p.argument(4, "retain_graph=False"), False
    ),
    "two heads": lambda p: facts.SeparateBackwards(p.call(8), *SURE, p.call(9)),
    "a running total": lambda p: facts.AccumulatedHistory(p.statement(12), *SURE, "total", p.argument(12, "loss")),
    "a moving average": lambda p: facts.AccumulatedHistory(
        p.statement(12), *SURE, "average", p.argument(12, "0.9 * average + 0.1 * loss")
    ),
    "a dictionary of losses": lambda p: facts.AccumulatedHistory(
        p.statement(12), *SURE, "losses", p.argument(12, "loss")
    ),
    "a list of outputs": lambda p: facts.AccumulatedHistory(p.statement(9), *SURE, "outputs", p.argument(9, "y * 2")),
    "the discriminator's loss runs through the generator": lambda p: facts.MissingDetach(
        p.call(12), *SURE, "G", p.event(9, "G(torch.randn(16, 2))"), p.event(16, "opt_g.zero_grad()")
    ),
    "a target network that no optimiser owns": lambda p: facts.MissingDetach(
        p.call(11), *SURE, "target", p.event(8, "target(x)"), None
    ),
    "a gradient penalty whose input requires grad through the generator alone": lambda p: facts.MissingDetach(
        p.call(14),
        *SURE,
        "G",
        p.event(10, "fake"),
        p.event(18, "opt_g.zero_grad()"),
        new_leaves=(p.event(10, "fake"),),
    ),
    "a gradient penalty at the generated sample itself": lambda p: facts.MissingDetach(
        p.call(16),
        *SURE,
        "G",
        replace(p.event(11, "G(torch.randn(16, 2))"), calls=(p.place(21, "train_discriminator()"),)),
        p.event(23, "opt_g.zero_grad()"),
        new_leaves=(p.event(11, "G(torch.randn(16, 2))"),),
    ),
    "both optimisers are zeroed too early": lambda p: facts.GradientLeak(
        p.call(13), *SURE, "G", p.event(18, "opt_g.step()"), "opt_g", p.call(17), p.event(12, "fake")
    ),
    "the discriminator keeps what the generator's loss left in it": lambda p: facts.GradientLeak(
        p.call(11), *SURE, "D", p.event(17, "opt_d.step()"), "opt_d", p.call(16), None
    ),
    "two optimisers of one encoder, cleared once": lambda p: facts.GradientLeak(
        p.call(12), *SURE, "encoder", p.event(17, "opt_prior.step()"), "opt_prior", p.call(16), None
    ),
    "both losses go backward before both steps": lambda p: facts.GradientLeak(
        p.call(16), *SURE, "D", p.event(17, "opt_d.step()"), "opt_d", p.call(12), None, late=True
    ),
    "the generator's loss is computed from a detached fake": lambda p: facts.StepWithoutGradient(
        p.call(18), *SURE, "opt_g", p.event(9, "G(torch.randn(16, 2)).detach()")
    ),
    "the fake is computed without gradients": lambda p: facts.StepWithoutGradient(
        p.call(13), *SURE, "opt_g", p.event(9, "G(torch.randn(16, 2))", EventKind.UNRECORDED)
    ),
    "a loop without zero_grad": lambda p: facts.UnclearedGradients(
        p.call(9), *SURE, "optimizer", p.event(8, "loss.backward()"), p.event(8, "loss.backward()")
    ),
    "a step in the validation": lambda p: facts.UnclearedGradients(
        p.call(13), *SURE, "optimizer", p.event(9, "loss.backward()")
    ),
}
BAD = [(rule.code, bad) for rule in RULES for bad in rule.examples if isinstance(bad, Bad)]
every_bad = pytest.mark.parametrize("code,bad", BAD, ids=lambda value: value if isinstance(value, str) else value.title)


def diagnose(bad: Bad) -> tuple[Diagnostic, Places]:
    """The only diagnostic that the rules make of the example's finding."""
    places = Places(bad.code)
    finding = FINDINGS[bad.title](places)
    found = [rule.check(finding, places.reader) for rule in RULES]
    (diagnostic,) = [diagnostic for diagnostic in found if diagnostic is not None]
    return diagnostic, places


@every_bad
def test_only_its_own_rule_reports_the_marked_line(code: str, bad: Bad) -> None:
    diagnostic, _ = diagnose(bad)
    assert diagnostic.code == code
    assert [diagnostic.location.span.start_line] == list(find_marks(bad.code, "error"))


@every_bad
def test_related_places_are_the_noted_lines(code: str, bad: Bad) -> None:
    diagnostic, _ = diagnose(bad)
    lines = {related.location.span.start_line for related in diagnostic.related_locations}
    assert lines - {diagnostic.location.span.start_line} == set(find_marks(bad.code, "note"))


@every_bad
def test_fix_gives_the_fixed_program(code: str, bad: Bad) -> None:
    diagnostic, _ = diagnose(bad)
    if bad.applicability is None:
        assert diagnostic.fix is None
    else:
        assert diagnostic.fix is not None and diagnostic.fix.applicability is bad.applicability
        assert apply_fixes(bad.code, [diagnostic.fix]).text == bad.fixed


@every_bad
def test_message_reads_as_one_line(code: str, bad: Bad) -> None:
    message = diagnose(bad)[0].message
    assert len(message) <= 250 and "\n" not in message and not message.endswith(".")
    assert "anomaly" not in message


def test_every_rule_is_asked() -> None:
    assert FINDINGS.keys() == {bad.title for _, bad in BAD}
    assert len(BAD) == len(FINDINGS)
