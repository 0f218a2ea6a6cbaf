"""The wording of the forms that the examples do not show, and what every message has in common."""

from __future__ import annotations

from dataclasses import replace

import pytest

from retain_lint.diagnostic import Applicability, Confidence, Diagnostic
from retain_lint.domain.call_site import CallSite
from retain_lint.domain.finding import (
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
from retain_lint.domain.shapes import TENSOR, Shape
from retain_lint.fixes.apply import apply_fixes
from retain_lint.interpreter.context.owner_names import name_owner
from retain_lint.rules.base import all_rules
from retain_lint.rules.wording import fit, name_line, name_lines, quote
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


def told(diagnostic: Diagnostic) -> tuple[str, str]:
    return diagnostic.message, diagnostic.help


def lines_of(diagnostic: Diagnostic) -> list[tuple[str, int]]:
    return [(related.message, related.location.span.start_line) for related in diagnostic.related_locations]


def freed(**changes: object) -> FreedGraphTraversal:
    finding = FreedGraphTraversal(GAN.call(7), *SURE, GAN.call(3), GAN.event(1, "G(z)"), False, False, False, None)
    return replace(finding, **changes)  # type: ignore[arg-type]


def missing(**changes: object) -> MissingDetach:
    finding = MissingDetach(GAN.call(3), *SURE, "G", GAN.event(2, "fake"), GAN.event(6, "opt_g.zero_grad()"))
    return replace(finding, **changes)  # type: ignore[arg-type]


def test_freed_but_discarded_leads_with_detach() -> None:
    diagnostic = check(freed(discarded=True, boundary=GAN.event(2, "fake")))
    assert told(diagnostic) == (
        "`g_loss.backward()` goes through the graph of `G(z)` (line 1) a second time; line 3 freed it",
        "use `D(fake.detach())` on line 2",
    )
    assert diagnostic.notes == ("retain_graph=True is not needed then",)
    assert diagnostic.fix is not None and diagnostic.fix.applicability is Applicability.UNSAFE
    assert "D(fake.detach())" in apply_fixes(GAN.code, [diagnostic.fix]).text


def test_what_is_not_known_to_be_a_container_of_tensors_is_detached_by_hand() -> None:
    diagnostic = check(freed(discarded=True, boundary=GAN.event(2, "fake", EventKind.HELD)))
    assert diagnostic.help == "detach the tensors that `fake` (line 2) holds"
    assert diagnostic.fix is None


@pytest.mark.parametrize(
    "shape,bound",
    [
        (Shape("tuple", TENSOR), "fake = tuple(h.detach() for h in fake)"),
        (Shape("list", TENSOR), "fake = [h.detach() for h in fake]"),
        (Shape("dict", TENSOR), "fake = {key: h.detach() for key, h in fake.items()}"),
        (Shape("list", Shape("tuple", TENSOR)), "fake = [tuple(s.detach() for s in h) for h in fake]"),
        (Shape("tensor", None, True), "if fake is not None: fake = fake.detach()"),
        (Shape("tuple", TENSOR, True), "if fake is not None: fake = tuple(h.detach() for h in fake)"),
    ],
)
def test_what_a_container_holds_is_detached_a_line_before(shape: Shape, bound: str) -> None:
    held = replace(GAN.event(2, "fake", EventKind.HELD), shape=shape)
    diagnostic = check(freed(discarded=True, boundary=held))
    assert diagnostic.help == f"before line 2: `{bound}`"
    assert diagnostic.fix is not None
    fixed = apply_fixes(GAN.code, [diagnostic.fix]).text
    assert " ".join(fixed.split()).startswith(f"fake = G(z) {bound} d_loss = D(fake).mean()")
    compile(fixed, "fixed", "exec")


def test_the_freeing_call_is_kept_out_of_what_it_does_not_train() -> None:
    diagnostic = check(freed(spared=GAN.event(2, "fake"), write=GAN.event(4, "opt_d.step()")))
    assert diagnostic.help == "use `D(fake.detach())` on line 2"
    assert diagnostic.fix is not None
    assert "D(fake.detach())" in apply_fixes(GAN.code, [diagnostic.fix]).text


def test_freed_and_changed_since_leads_with_another_forward() -> None:
    diagnostic = check(freed(write=GAN.event(4, "opt_d.step()")))
    assert diagnostic.help == "compute `G(z)` (line 1) again after `opt_d.step()` (line 4)"
    assert diagnostic.notes == (
        "retain_graph=True cannot help: `opt_d.step()` (line 4) changes what the graph was computed with",
    )
    assert diagnostic.fix is None
    assert [related.location.span.start_line for related in diagnostic.related_locations] == [1, 3, 4]


def test_freed_in_a_loop_over_losses() -> None:
    call = LOOP.call(2)
    assert told(check(freed(site=call, freed_by=call, built=LOOP.event(1, "losses")), LOOP)) == (
        "`loss.backward()` goes through the graph of `losses` (line 1) a second time; an earlier iteration freed it",
        "call backward() once, on the sum of the losses, or pass `retain_graph=True` in all calls but the last",
    )


def test_freed_by_the_same_helper() -> None:
    first = replace(LOOP.call(2), calls=(LOOP.place(3, "train(first)"),))
    second = replace(LOOP.call(2), calls=(LOOP.place(4, "train(second)"),))
    finding = freed(site=second, freed_by=first, built=LOOP.event(1, "losses"), freed_at=LOOP.event(3, "train(first)"))
    diagnostic = check(finding, LOOP)
    assert diagnostic.message.endswith(" a second time; `train(first)` (line 3) freed it")
    assert lines_of(diagnostic) == [("the graph is built here", 1), ("its buffers are freed here", 3)]


def test_gradients_of_their_own_are_no_losses_to_sum() -> None:
    loss, slope = PENALTY.call(2), PENALTY.call(3)
    late = check(freed(site=slope, freed_by=loss, built=PENALTY.event(1, "D(x)"), adjacent=True), PENALTY)
    assert late.help == "pass `retain_graph=True` to `score.sum().backward()` on line 2"
    assert late.notes == ("or call it before line 2: `create_graph=True` keeps the graph",)
    again = freed(site=PENALTY.call(5), freed_by=PENALTY.call(4), built=PENALTY.event(1, "D(x)"))
    assert check(again, PENALTY).help == "pass `retain_graph=True` to `torch.autograd.grad(score.sum(), x)` on line 4"


def test_carried_and_discarded() -> None:
    diagnostic = check(freed(carried=True, discarded=True, before_loop=True, boundary=GAN.event(5, "fake")))
    assert diagnostic.code == "RTG102"
    assert told(diagnostic) == (
        "`fake` (line 1) is computed once before the loop; the first iteration frees its graph",
        "use `D(fake.detach())` on line 5",
    )
    assert diagnostic.notes == ("no optimizer uses the gradients that this keeps out",)
    assert diagnostic.fix is not None


def test_the_only_way_to_what_is_trained() -> None:
    kept = freed(carried=True, boundary=GAN.event(5, "fake"))
    assert told(check(kept)) == (
        "`fake` still carries the graph of the previous iteration, which is freed",
        "use `D(fake.detach())` on line 5",
    )
    diagnostic = check(replace(kept, only_way=True))
    assert diagnostic.help == "run `fake = G(z)` (line 1) again in each iteration"
    assert diagnostic.notes == ("detach() is enough if nothing is to be trained through it",)
    assert diagnostic.fix is None
    assert check(replace(kept, only_way=True, discarded=True)).help == "use `D(fake.detach())` on line 5"


def test_several_lines_before_the_loop() -> None:
    built = freed(carried=True, before_loop=True)
    assert check(built).help == "move `fake = G(z)` (line 1) into the loop"
    two = replace(built, places=(GAN.place(1, "G(z)"), GAN.place(2, "D(fake)")))
    assert check(two).help == "move lines 1 and 2 into the loop"
    assert check(replace(two, apart=True)).help == "run lines 1 and 2 again in each iteration"
    assert check(replace(two, discarded=True)).help == "detach the result of lines 1 and 2"


def test_lines_are_named_together() -> None:
    places = [GAN.place(line, GAN.code.splitlines()[line - 1]) for line in (1, 2, 4, 5, 6)]
    assert name_lines(places[:1], places[0]) == "line 1"
    assert name_lines(places[:3], places[0]) == "lines 1, 2 and 4"
    assert name_lines(places, places[0]) == "lines 1, 2, 4 and 2 more"
    elsewhere = replace(places[1], path="other.py")
    assert name_lines([places[0], elsewhere], places[0]) == "line 1 and other.py, line 2"


def test_carried_by_an_outer_loop() -> None:
    diagnostic = check(freed(carried=True, outer=True, boundary=GAN.event(2, "fake")))
    assert told(diagnostic) == (
        "`fake` still carries the graph of the outer loop's previous iteration, which is freed",
        "use `D(fake.detach())` on line 2",
    )
    assert diagnostic.fix is not None


def test_carried_by_more_than_one_expression() -> None:
    diagnostic = check(freed(carried=True))
    assert told(diagnostic) == (
        "`g_loss.backward()` goes through the previous iteration's graph of `G(z)` (line 1), which is freed",
        "detach what the next iteration uses",
    )
    assert diagnostic.notes == (
        "retain_graph=True would go through all earlier iterations again",
        "no fix is made: no one expression carries the graph on",
    )
    assert diagnostic.fix is None


def test_stale_graph_of_an_earlier_iteration() -> None:
    write, built = GAN.event(4, "opt_d.step()"), GAN.event(5, "D(fake)")
    diagnostic = check(StaleGraphTraversal(GAN.call(7), *SURE, write, True, "D", built, True, False))
    assert told(diagnostic) == (
        "`opt_d.step()` (line 4) changed `D` in place, which the graph of an earlier iteration needs (line 5)",
        "detach what the next iteration uses, or run its forward pass again",
    )
    assert diagnostic.notes == (
        "retain_graph=True cannot help",
        "no fix is made: the forward pass may be more than one statement",
    )


def test_stale_graph_from_before_the_loop() -> None:
    write, built = GAN.event(4, "opt_d.step()"), GAN.event(1, "G(z)")
    diagnostic = check(StaleGraphTraversal(GAN.call(3), *SURE, write, True, "G", built, False, False, True))
    assert told(diagnostic) == (
        "`opt_d.step()` (line 4) changed weights of `G` in place that `d_loss` was computed with (line 1)",
        "run the forward pass (line 1) again in each iteration",
    )


def test_detach_at_two_places_one_of_which_has_to_require_grad() -> None:
    again = GAN.event(5, "fake")
    diagnostic = check(missing(also_at=(again,), new_leaves=(again,)))
    assert diagnostic.help == "use `.detach()` on `fake` (line 2) and `fake` (line 5)"
    assert diagnostic.notes == ("autograd.grad differentiates with respect to it: it has to require grad",)
    assert lines_of(diagnostic)[:2] == [("detach() here", 2), ("detach().requires_grad_() here", 5)]
    assert diagnostic.fix is not None and diagnostic.fix.applicability is Applicability.UNSAFE
    fixed = apply_fixes(GAN.code, [diagnostic.fix]).text
    assert "d_loss = D(fake.detach())" in fixed and "g_loss = D(fake.detach().requires_grad_())" in fixed
    elsewhere = replace(again, location=replace(again.location, path="nets.py"))
    assert check(missing(also_at=(elsewhere,))).fix is None
    more = check(missing(also_at=(again, GAN.event(1, "G(z)"))))
    assert more.notes == ("1 more place has to be detached with these",)


def test_step_without_gradient_of_unknown_cause() -> None:
    assert told(check(StepWithoutGradient(GAN.call(8), *SURE, "opt_g"))) == (
        "`opt_g.step()` does nothing: no parameter of `opt_g` has a gradient",
        "call backward() before, on a loss that depends on its parameters",
    )


def test_step_after_its_gradients_were_cleared() -> None:
    cleared, computed = GAN.event(6, "opt_g.zero_grad()"), GAN.event(3, "d_loss.backward(retain_graph=True)")
    finding = StepWithoutGradient(GAN.call(8), *SURE, "opt_g", None, cleared, computed)
    diagnostic = check(finding)
    assert told(diagnostic) == (
        "`opt_g.step()` does nothing: `opt_g.zero_grad()` (line 6) has just cleared the gradients",
        "call `opt_g.zero_grad()` before `d_loss.backward(retain_graph=True)` (line 3)",
    )
    assert lines_of(diagnostic) == [("the gradients are computed here", 3), ("they are cleared here", 6)]
    assert check(replace(finding, computed=None)).help == "move `opt_g.zero_grad()` (line 6) below the step"


def test_retain_that_stands_elsewhere_has_no_fix() -> None:
    assert check(UnneededRetain(GAN.call(3), *SURE, None, None)).fix is None


def test_edit_in_another_file_is_not_proposed() -> None:
    other = Places(GAN.code, "nets.py")
    diagnostic = check(missing(boundary=other.event(2, "fake")))
    assert diagnostic.help == "use `fake.detach()` in nets.py, line 2"
    assert diagnostic.fix is None


def test_conditional_finding_says_so() -> None:
    diagnostic = check(missing(confidence=Confidence.CONDITIONAL))
    assert diagnostic.message.startswith("on some paths, `d_loss.backward(")
    assert diagnostic.confidence is Confidence.CONDITIONAL
    assert check(missing()).default and diagnostic.default  # its confidence alone hides it


def test_assumptions_are_notes() -> None:
    diagnostic = check(missing(assumptions=("the loop runs twice", "`G` saves its input")))
    assert diagnostic.notes == ("assumes that the loop runs twice", "assumes that `G` saves its input")


@pytest.mark.parametrize(
    "finding,default",
    [
        (RedundantRetain(GAN.call(3), *SURE, GAN.argument(3, "retain_graph=True"), True), True),
        (RedundantRetain(GAN.call(3), *SURE, GAN.argument(3, "retain_graph=True"), False), False),
        (SeparateBackwards(GAN.call(3), *SURE, GAN.call(7)), False),
        (GradientLeak(GAN.call(3), *SURE, "G", GAN.event(8, "opt_g.step()"), "opt_g", GAN.call(7), None), True),
        (freed(), True),
    ],
)
def test_what_is_shown_by_default(finding: Finding, default: bool) -> None:
    assert check(finding).default is default


LONG = "self.discriminator.optimizer_of_the_largest_scale.step_with_the_closure_of_this_iteration(closure)"


@pytest.mark.parametrize(
    "code,fitted",
    [
        ("loss.backward()", "loss.backward()"),
        (
            "loss.backward(retain_graph=True, inputs=list(generator.parameters()))",
            "loss.backward(...)",
        ),
        (
            "self.scaler.scale(loss_of_the_discriminator).backward(retain_graph=not last)",
            "self.scaler.scale(loss_of_the_discriminator).backward(...)",
        ),
        (
            "self.scaler.scale(loss_of_the_discriminator + loss_of_the_generator).backward(retain_graph=not last)",
            "self.scaler.scale(...).backward(...)",
        ),
        (LONG, "...step_with_the_closure_of_this_iteration(...)"),
        ("(first_loss_of_the_iteration + second_loss_of_the_iteration).mean().backward()", "...mean().backward()"),
    ],
)
def test_code_is_shortened_by_whole_tokens(code: str, fitted: str) -> None:
    assert fit(quote(code)) == f"`{fitted}`"


def test_the_longest_code_is_shortened_first() -> None:
    line = "`first(a, b)` and `second(a, b, c)` " + "x" * 88
    assert fit(line) == "`first(a, b)` and `second(...)` " + "x" * 88
    assert fit(f"{line}xxx") == "`first(...)` and `second(...)` " + "x" * 91


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
    assert not diagnostic.related_locations


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
    assert told(check(finding)) == (
        "gradients are never cleared before `opt_g.step()`: each step adds all earlier ones",
        "call `opt_g.zero_grad()` before line 7",
    )


def test_a_step_that_nothing_was_computed_for_goes_the_same_way_again() -> None:
    old = GAN.event(3, "d_loss.backward(retain_graph=True)")
    assert told(check(UnclearedGradients(GAN.call(8), *SURE, "opt_g", old))) == (
        "`opt_g.step()` applies the gradients of an earlier step again: nothing was added to them",
        "remove `opt_g.step()`, or compute gradients before it",
    )


def test_gradients_that_the_program_writes_to_have_to_be_there() -> None:
    cleared = GAN.event(6, "opt_g.zero_grad()")
    for kind, expected in ((EventKind.CLEARED, Applicability.SAFE), (EventKind.OVERWRITTEN, Applicability.UNSAFE)):
        fix = check(missing(discarded_by=replace(cleared, kind=kind))).fix
        assert fix is not None and fix.applicability is expected


def test_leak_is_cleared_by_the_optimiser_and_not_by_what_steps_it() -> None:
    step = GAN.event(8, "opt_g.step()")  # as of `scaler.step(optimizer)`
    finding = GradientLeak(GAN.call(3), *SURE, "G", step, "optimizer", GAN.call(7), None)
    assert check(finding).help == "call `optimizer.zero_grad()` before line 7"
    assert check(replace(finding, optimizer="")).help == "clear the gradients of `G` before line 7"


def test_flag_without_a_default_is_told_and_not_removed() -> None:
    diagnostic = check(UnneededRetain(GAN.call(3), *SURE, GAN.argument(3, "retain_graph=True"), None, False))
    assert diagnostic.help == "pass `False`: it keeps the activations in memory"
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
