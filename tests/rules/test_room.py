"""Messages where there is little room for places, or another cure than the usual one."""

from __future__ import annotations

from dataclasses import replace

from retain_lint.diagnostic import Confidence
from retain_lint.domain.finding import StaleGraphTraversal
from retain_lint.domain.history import Event
from retain_lint.rules.wording import LONGEST
from tests.rules.test_messages import GAN, SURE, check, freed, lines_of, missing


def test_what_is_not_always_so_leaves_less_room() -> None:
    sure = missing()
    long = replace(sure.site, text="d_loss_of_it.backward(retain_graph=True)")
    assert "`opt_g.zero_grad()` (line 6) discards" in check(replace(sure, site=long)).message
    message = check(replace(sure, site=long, confidence=Confidence.CONDITIONAL)).message
    assert (
        message.startswith("on some paths, `d_loss_of_it.backward(retain_graph=True)`") and "line 6 discards" in message
    )


def test_detach_that_keeps_the_call_out_of_what_changed() -> None:
    write, built = GAN.event(4, "opt_d.step()"), GAN.event(2, "D(fake)")
    finding = StaleGraphTraversal(
        GAN.call(7), *SURE, write, True, "D", built, False, False, spared=GAN.event(5, "fake")
    )
    diagnostic = check(finding)
    assert diagnostic.help == "use `D(fake.detach())` on line 5"
    assert diagnostic.notes == ("retain_graph=True cannot help",)
    assert diagnostic.fix is None  # it is that of RTG301
    assert ("detach() here", 5) in lines_of(diagnostic)
    without = check(replace(finding, spared=None))
    assert without.notes[0] == "or call `g_loss.backward()` before line 4, if that step is to apply its gradients, too"


def _move(event: Event, path: str) -> Event:
    return replace(event, location=replace(event.location, path=path))


def test_files_that_have_to_be_named_leave_less_room() -> None:
    """The place of what is built, which is related as well, is left out before code is cut to nothing."""
    away = "large_scale_model.py"
    built, freer = _move(GAN.event(1, "G(z)"), away), _move(GAN.event(3, "d_loss.backward(retain_graph=True)"), away)
    again = check(freed(built=built, freed_at=freer, confidence=Confidence.CONDITIONAL)).message
    assert again == (
        f"on some paths, `g_loss.backward()` goes through the graph of `G(z)` a second time; {away}, line 3 freed it"
    )
    carried = check(freed(built=built, carried=True, outer=True, confidence=Confidence.CONDITIONAL)).message
    assert carried.endswith(
        "`g_loss.backward()` goes through the outer loop's previous iteration's graph of `G(z)`, which is freed"
    )
    far = "modeling_of_the_largest_scale.py"
    write, saved = _move(GAN.event(4, "opt_d.step()"), far), _move(GAN.event(2, "D(fake)"), far)
    stale = check(StaleGraphTraversal(GAN.call(7), *SURE, write, True, "D", saved, False, False)).message
    assert stale == f"{far}, line 4 changed weights in place that `g_loss` was computed with"
    assert all(len(message) <= LONGEST for message in (again, carried, stale))
