"""The wording of the forms that the examples do not show, and what every message has in common."""

from __future__ import annotations

from dataclasses import replace

import pytest

from retain_lint.diagnostic import Applicability, Confidence, Diagnostic
from retain_lint.domain.finding import (
    CallSite,
    Finding,
    FreedGraphTraversal,
    GradientLeak,
    MissingDetach,
    RedundantRetain,
    SeparateBackwards,
    StaleGraphTraversal,
    StepWithoutGradient,
    UnclearedGradients,
    UnneededRetain,
)
from retain_lint.domain.history import EventKind
from retain_lint.fixes.apply import apply_fixes
from retain_lint.interpreter.naming import name_owner
from retain_lint.rules.base import all_rules
from retain_lint.rules.wording import name_line, name_lines, quote
from retain_lint.source import Location, Span
from tests.rules.places import Places

SURE = (Confidence.DEFINITE, ())
GAN = Places("""\
fake = G(z)
d_loss = D(fake).mean()
d_loss.backward(retain_graph=True)
opt_d.step()
g_loss = D(fake).mean()
opt_g.zero_grad()
g_loss.backward()
opt_g.step()
""")
LOOP = Places("""\
for loss in losses:
    loss.backward()
train(first)
train(second)
""")


PENALTY = Places("""\
score = D(x)
score.sum().backward()
torch.autograd.grad(score.sum(), x, create_graph=True)
torch.autograd.grad(score.sum(), x)
score.mean().backward()
""")


def check(finding: Finding, places: Places = GAN) -> Diagnostic:
    found = [rule.check(finding, places.reader) for rule in all_rules()]
    (diagnostic,) = [diagnostic for diagnostic in found if diagnostic is not None]
    return diagnostic


def freed(**changes: object) -> FreedGraphTraversal:
    finding = FreedGraphTraversal(GAN.call(7), *SURE, GAN.call(3), GAN.event(1, "G(z)"), False, False, False, None)
    return replace(finding, **changes)  # type: ignore[arg-type]


def missing(**changes: object) -> MissingDetach:
    finding = MissingDetach(GAN.call(3), *SURE, "G", GAN.event(2, "fake"), GAN.event(6, "opt_g.zero_grad()"))
    return replace(finding, **changes)  # type: ignore[arg-type]


def test_freed_but_discarded_leads_with_detach() -> None:
    diagnostic = check(freed(discarded=True, boundary=GAN.event(2, "fake")))
    assert diagnostic.message == (
        "`g_loss.backward()` re-enters the graph of `G(z)` (line 1), freed by `d_loss.backward(retain_graph=True)` "
        "(line 3): detach() `fake` (line 2), whose gradients are thrown away; no retain_graph is needed"
    )
    assert diagnostic.fix is not None and diagnostic.fix.applicability is Applicability.UNSAFE
    assert "D(fake.detach())" in apply_fixes(GAN.code, [diagnostic.fix]).text


def test_what_a_container_holds_is_detached_by_hand() -> None:
    diagnostic = check(freed(discarded=True, boundary=GAN.event(2, "fake", EventKind.HELD)))
    assert ": detach() what is in `fake` (line 2), whose gradients" in diagnostic.message
    assert diagnostic.fix is None


def test_the_freeing_call_is_kept_out_of_what_it_does_not_train() -> None:
    diagnostic = check(freed(spared=GAN.event(2, "fake"), write=GAN.event(4, "opt_d.step()")))
    assert diagnostic.message.endswith(
        ": detach() `fake` (line 2), which that call is not to train; no retain_graph is needed"
    )
    assert diagnostic.fix is not None
    assert "D(fake.detach())" in apply_fixes(GAN.code, [diagnostic.fix]).text


def test_freed_and_changed_since_leads_with_another_forward() -> None:
    diagnostic = check(freed(write=GAN.event(4, "opt_d.step()")))
    assert diagnostic.message.endswith(
        ": run the forward again after `opt_d.step()` (line 4); a retained graph would no longer fit"
    )
    assert diagnostic.fix is None
    assert [related.location.span.start_line for related in diagnostic.related_locations] == [1, 3, 4]


def test_freed_in_a_loop_over_losses() -> None:
    call = LOOP.call(2)
    diagnostic = check(freed(site=call, freed_by=call, built=LOOP.event(1, "losses")), LOOP)
    assert diagnostic.message == (
        "`loss.backward()` re-enters the graph of `losses` (line 1), freed by the same call in an earlier round: "
        "sum the losses and call backward once; else every call but the last needs retain_graph=True"
    )


def test_freed_by_the_same_helper() -> None:
    first = replace(LOOP.call(2), calls=(LOOP.place(3, "train(first)"),))
    second = replace(LOOP.call(2), calls=(LOOP.place(4, "train(second)"),))
    diagnostic = check(freed(site=second, freed_by=first, built=LOOP.event(1, "losses")), LOOP)
    assert "freed by the same call, reached from line 3:" in diagnostic.message
    assert ("called from here", 4) in [(r.message, r.location.span.start_line) for r in diagnostic.related_locations]
    assert ("its buffers are freed, called from here", 3) in [
        (r.message, r.location.span.start_line) for r in diagnostic.related_locations
    ]


def test_gradients_of_their_own_are_no_losses_to_sum() -> None:
    loss, slope = PENALTY.call(2), PENALTY.call(3)
    late = freed(site=slope, freed_by=loss, built=PENALTY.event(1, "D(x)"), adjacent=True)
    assert check(late, PENALTY).message.endswith(
        ": call it before line 2, as create_graph=True keeps the graph, or pass retain_graph=True on line 2 only"
    )
    again = freed(site=PENALTY.call(5), freed_by=PENALTY.call(4), built=PENALTY.event(1, "D(x)"))
    assert check(again, PENALTY).message.endswith(": pass retain_graph=True on line 4 only")


def test_carried_and_discarded() -> None:
    diagnostic = check(freed(carried=True, discarded=True, before_loop=True, boundary=GAN.event(5, "fake")))
    assert diagnostic.code == "RTG102"
    assert diagnostic.message == (
        "`g_loss.backward()` re-enters the graph of `G(z)` (line 1), built once before the loop and freed by its first "
        "iteration: detach() `fake` (line 5); its gradients are thrown away"
    )
    assert diagnostic.fix is not None


def test_the_only_way_to_what_is_trained() -> None:
    kept = freed(carried=True, boundary=GAN.event(5, "fake"))
    assert ": detach() `fake` (line 5); retain_graph=True would go" in check(kept).message
    diagnostic = check(replace(kept, only_way=True))
    assert diagnostic.message.endswith(
        ": run line 1 anew in each iteration, or detach() it if nothing there is trained"
    )
    assert diagnostic.fix is None
    assert ": detach() `fake` (line 5); its gradients" in check(replace(kept, only_way=True, discarded=True)).message


def test_several_lines_before_the_loop() -> None:
    built = freed(carried=True, before_loop=True)
    assert ": move line 1 into the loop, or detach() it if nothing" in check(built).message
    two = replace(built, places=(GAN.place(1, "G(z)"), GAN.place(2, "D(fake)")))
    assert ": move lines 1 and 2 into the loop, or detach() them if nothing there is trained" in check(two).message
    assert ": run lines 1 and 2 anew in each iteration, or" in check(replace(two, apart=True)).message
    assert ": detach() the result of lines 1 and 2; its gradients" in check(replace(two, discarded=True)).message


def test_lines_are_named_together() -> None:
    places = [GAN.place(line, GAN.code.splitlines()[line - 1]) for line in (1, 2, 4, 5, 6)]
    assert name_lines(places[:1], places[0]) == "line 1"
    assert name_lines(places[:3], places[0]) == "lines 1, 2 and 4"
    assert name_lines(places, places[0]) == "lines 1, 2, 4 and 2 more"
    elsewhere = replace(places[1], path="other.py")
    assert name_lines([places[0], elsewhere], places[0]) == "line 1 and other.py, line 2"


def test_carried_over_by_an_outer_loop() -> None:
    diagnostic = check(freed(carried=True, outer=True, boundary=GAN.event(2, "fake")))
    assert diagnostic.message == (
        "`g_loss.backward()` re-enters the graph of `G(z)` (line 1), carried over by an outer loop and freed in the inner "
        "one: detach() `fake` (line 2), or run its forward again in each iteration if it is still to be trained"
    )
    assert diagnostic.fix is not None


def test_carried_by_more_than_one_expression() -> None:
    diagnostic = check(freed(carried=True))
    assert diagnostic.message == (
        "`g_loss.backward()` re-enters an earlier iteration's graph of `G(z)` (line 1), freed by "
        "`d_loss.backward(retain_graph=True)` (line 3): detach() what is carried over; retain_graph=True would go "
        "through all iterations again"
    )
    assert diagnostic.fix is None


def test_stale_graph_of_an_earlier_iteration() -> None:
    write, built = GAN.event(4, "opt_d.step()"), GAN.event(5, "D(fake)")
    diagnostic = check(StaleGraphTraversal(GAN.call(7), *SURE, write, True, "D", built, True, False))
    assert diagnostic.message == (
        "`g_loss.backward()` reaches the graph that an earlier iteration built on line 5, but `opt_d.step()` (line 4) "
        "has changed `D` in place since: detach() what is carried over, or run its forward again; retain_graph=True "
        "cannot help"
    )


def test_stale_graph_from_before_the_loop() -> None:
    write, built = GAN.event(4, "opt_d.step()"), GAN.event(1, "G(z)")
    diagnostic = check(StaleGraphTraversal(GAN.call(3), *SURE, write, True, "G", built, False, False, True))
    assert diagnostic.message.endswith(
        "needs `G` as it was on line 1, but `opt_d.step()` (line 4) has changed it in place: run line 1 again after it; "
        "retain_graph=True cannot help"
    )


def test_detach_at_two_places_one_of_which_has_to_require_grad() -> None:
    again = GAN.event(5, "fake")
    diagnostic = check(missing(also_at=(again,), told=(again,)))
    assert diagnostic.message.endswith(": detach() `fake` (line 2) and 1 more, with requires_grad_() for autograd.grad")
    related = [(r.message, r.location.span.start_line) for r in diagnostic.related_locations]
    assert related[:2] == [("detach() here", 2), ("detach().requires_grad_() here", 5)]
    assert diagnostic.fix is None


def test_step_without_gradient_of_unknown_cause() -> None:
    diagnostic = check(StepWithoutGradient(GAN.call(8), *SURE, "opt_g"))
    assert diagnostic.message.endswith(
        "since no parameter of `opt_g` has a gradient: check which parameters it was given and that a loss which reaches "
        "them is sent backward before"
    )


def test_step_after_its_gradients_were_cleared() -> None:
    cleared, computed = GAN.event(4, "opt_d.step()"), GAN.event(3, "d_loss.backward(retain_graph=True)")
    diagnostic = check(StepWithoutGradient(GAN.call(8), *SURE, "opt_g", None, cleared, computed))
    assert diagnostic.message.endswith(
        "has a gradient: `opt_d.step()` (line 4) cleared them, so step before it or call backward after it"
    )
    related = [(r.message, r.location.span.start_line) for r in diagnostic.related_locations]
    assert related == [("the gradients are computed here", 3), ("they are cleared here", 4)]


def test_retain_that_stands_elsewhere_has_no_fix() -> None:
    assert check(UnneededRetain(GAN.call(3), *SURE, None, None)).fix is None


def test_edit_in_another_file_is_not_proposed() -> None:
    other = Places(GAN.code, "nets.py")
    diagnostic = check(missing(boundary=other.event(2, "fake")))
    assert "detach() `fake` (nets.py, line 2)" in diagnostic.message
    assert diagnostic.fix is None


def test_conditional_finding_says_so_and_is_not_shown_by_default() -> None:
    diagnostic = check(missing(confidence=Confidence.CONDITIONAL))
    assert diagnostic.message.startswith("on some paths, `d_loss.backward(retain_graph=True)` also computes")
    assert diagnostic.confidence is Confidence.CONDITIONAL
    assert check(missing()).default and not diagnostic.default


def test_short_assumptions_end_the_message() -> None:
    diagnostic = check(missing(assumptions=("the loop runs twice", "`G` saves its input")))
    assert diagnostic.message.endswith("(line 2) (assuming that the loop runs twice; `G` saves its input)")


def test_long_assumptions_are_told_apart() -> None:
    diagnostic = check(missing(assumptions=("`criterion` returns a tensor built on its arguments, " * 4,)))
    assert "assuming" not in diagnostic.message
    last = diagnostic.related_locations[-1]
    assert last.message.startswith("assuming that `criterion` returns") and last.location == diagnostic.location


@pytest.mark.parametrize(
    "finding,default",
    [
        (RedundantRetain(GAN.call(3), *SURE, GAN.argument(3, "retain_graph=True"), True), True),
        (RedundantRetain(GAN.call(3), *SURE, GAN.argument(3, "retain_graph=True"), False), False),
        (SeparateBackwards(GAN.call(3), *SURE, GAN.call(7)), False),
        (GradientLeak(GAN.call(3), *SURE, "G", GAN.event(8, "opt_g.step()"), GAN.call(7), None), True),
        (freed(), True),
    ],
)
def test_what_is_shown_by_default(finding: Finding, default: bool) -> None:
    assert check(finding).default is default


@pytest.mark.parametrize(
    "text,quoted",
    [
        ("loss.backward()", "`loss.backward()`"),
        ("loss.backward(\n    retain_graph=True,\n)", "`loss.backward( retain_graph=True, )`"),
        ("loss.backward(retain_graph=True, inputs=list(net.parameters()))", "`loss.backward(...)`"),
        ("self.scaler.scale(loss).backward(retain_graph=not last)", "`self.scaler.scale(loss).backward(...)`"),
        ("self.discriminator.optimizer_of_the_largest_scale.step()", "`self.discriminator.optimizer_of_the_l...`"),
    ],
)
def test_quote(text: str, quoted: str) -> None:
    assert quote(text) == quoted


def test_lines_of_other_cells_and_files() -> None:
    here = Location("a.ipynb", Span(3, 0, 3, 1), 4)
    assert name_line(Location("a.ipynb", Span(5, 0, 5, 1), 4), here) == "line 5"
    assert name_line(Location("a.ipynb", Span(5, 0, 5, 1), 2), here) == "cell 2, line 5"
    assert name_line(Location("lib/nets.py", Span(5, 0, 5, 1)), here) == "nets.py, line 5"


def test_fix_in_a_helper_reached_from_elsewhere_edits_the_helper() -> None:
    site: CallSite = replace(GAN.call(3), calls=(Location("main.py", Span(1, 0, 1, 5)),))
    diagnostic = check(UnneededRetain(site, *SURE, GAN.argument(3, "retain_graph=True"), None))
    assert diagnostic.fix is not None
    assert "d_loss.backward()\n" in apply_fixes(GAN.code, [diagnostic.fix]).text
    assert diagnostic.related_locations[-1].message == "called from here"


def test_fix_reads_the_file_and_not_the_shortened_text() -> None:
    shortened = replace(GAN.event(2, "fake"), text="fa...")
    diagnostic = check(missing(boundary=shortened, site=replace(GAN.call(3), text="d_loss...")))
    assert diagnostic.fix is not None
    assert "D(fake.detach())" in apply_fixes(GAN.code, [diagnostic.fix]).text


def test_another_cell_is_another_text() -> None:
    boundary = GAN.event(2, "fake")
    diagnostic = check(missing(boundary=replace(boundary, location=replace(boundary.location, cell=1))))
    assert diagnostic.fix is None


def test_gradients_are_cleared_before_more_come() -> None:
    old, new = GAN.event(3, "d_loss.backward(retain_graph=True)"), GAN.event(7, "g_loss.backward()")
    finding = UnclearedGradients(GAN.call(8), *SURE, "opt_g", old, new)
    assert check(finding).message.endswith(": call `opt_g.zero_grad()` between the steps, before line 7")
    assert check(replace(finding, renewed=None)).message.endswith(": call `opt_g.zero_grad()` between the steps")


def test_flag_without_a_default_is_told_and_not_removed() -> None:
    diagnostic = check(UnneededRetain(GAN.call(3), *SURE, GAN.argument(3, "retain_graph=True"), None, False))
    assert diagnostic.message.endswith(": pass False: True only keeps the activations in memory")
    assert diagnostic.fix is None


@pytest.mark.parametrize(
    "paths,name",
    [
        ((), ""),
        (("", "d.teacher"), "d.teacher"),
        (("d.teacher.stem", "d.teacher.head"), "d.teacher"),
        (("d.encoder", "d.enc"), "d"),
        (("G", "d.teacher", "G.body"), "G"),
        (("self.G.body", "self.D"), "self.G.body"),
        (("self.G.body", "self.G"), "self.G"),
    ],
)
def test_smallest_module_is_named(paths: tuple[str, ...], name: str) -> None:
    assert name_owner(paths) == name
