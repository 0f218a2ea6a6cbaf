"""What is in a picture; that engine calls reach the models that it says is checked by running them."""

from __future__ import annotations

import sys
from typing import Any

import pytest
import torch

from retain_lint.domain.picture import ItemKind, Link, Model
from tests.reporters.pictures.programs import GAN, HELPER, RECURRENT, STRAY, UNCALLED, draw, draw_one


def test_items_are_in_order_of_time() -> None:
    picture = draw_one(GAN)
    assert [(item.kind, item.title) for item in picture.items] == [
        (ItemKind.CLEAR, "opt_d.zero_grad()"),
        (ItemKind.TENSOR, "fake"),
        (ItemKind.TENSOR, "D(torch.ones(5, 3))"),
        (ItemKind.TENSOR, "D(fake)"),
        (ItemKind.LOSS, "loss_d"),
        (ItemKind.ENGINE, "loss_d.backward(retain_graph=True)"),
        (ItemKind.STEP, "opt_d.step()"),
        (ItemKind.CLEAR, "opt_g.zero_grad()"),
        (ItemKind.LOSS, "loss_g"),
        (ItemKind.ENGINE, "loss_g.backward()"),
        (ItemKind.STEP, "opt_g.step()"),
    ]
    assert [item.number for item in picture.items] == list(range(11))
    assert [item.retains for item in picture.items if item.kind is ItemKind.ENGINE] == [True, False]


def test_links_and_what_engine_calls_go_through() -> None:
    picture = draw_one(GAN)
    found = {(picture.items[link.source].title, picture.items[link.target].title) for link in picture.links}
    assert found == {
        ("fake", "D(fake)"),
        ("D(torch.ones(5, 3))", "loss_d"),
        ("D(fake)", "loss_d"),
        ("loss_d", "loss_d.backward(retain_graph=True)"),
        ("fake", "loss_g"),
        ("loss_g", "loss_g.backward()"),
    }
    runs = [sorted(picture.items[number].title for number in item.runs) for item in picture.items if item.runs]
    assert runs == [["D(fake)", "D(torch.ones(5, 3))", "fake", "loss_d"], ["fake", "loss_g"]]


def test_models_and_their_optimizers() -> None:
    assert draw_one(GAN).models == (Model("D", ("opt_d",)), Model("G", ("opt_g",)))
    assert draw_one(RECURRENT, "train").models == (Model("cell", ()),)


def test_what_an_iteration_hands_to_the_next() -> None:
    picture = draw_one(RECURRENT, "train")
    assert [item.title for item in picture.items] == [
        "hidden",
        "loss",
        "optimizer.zero_grad()",
        "loss.backward(retain_graph=True)",
    ]
    assert Link(0, 0, carried=True) in picture.links and Link(0, 1) in picture.links


DETACHED = """\
import torch

G, D = torch.nn.Linear(2, 3), torch.nn.Linear(3, 1)
fake = G(torch.ones(5, 2))
score = D(fake.detach())
score.mean().backward()
assert G.weight.grad is None and D.weight.grad is not None
"""


def test_what_is_detached_on_the_way() -> None:
    picture = draw_one(DETACHED)
    titles = [item.title for item in picture.items]
    assert Link(titles.index("fake"), titles.index("score"), cut=True) in picture.links
    assert note_reached(DETACHED) == {6: {"D"}}
    assert [item.models for item in picture.items if item.kind is ItemKind.ENGINE] == [("D",)]


def test_a_helper_is_seen_from_its_caller() -> None:
    (inside,) = (picture for picture in draw(HELPER) if picture.function == "update")
    events = [item.title for item in inside.items if item.is_event]
    assert events == ["optimizer.zero_grad()", "loss.backward()", "optimizer.step()"]
    assert [item.title for item in inside.items if item.kind is ItemKind.LOSS] == ["first + second"]
    outside = draw_one(HELPER, "Trainer.fit")
    assert [item.title for item in outside.items if item.is_event][0] == "update(first + second)"
    assert "self.out" in [item.title for item in outside.items]


def note_reached(program: str) -> dict[int, set[str]]:
    """Runs a program; gives the models in which each line that calls backward() has changed a gradient."""
    names: dict[str, Any] = {"__name__": "__main__"}
    reached: dict[int, set[str]] = {}
    plain = torch.Tensor.backward

    def read(model: torch.nn.Module) -> list[Any]:
        return [None if p.grad is None else p.grad.clone() for p in model.parameters()]

    def backward(self: torch.Tensor, *arguments: Any, **options: Any) -> None:
        models = {name: value for name, value in names.items() if isinstance(value, torch.nn.Module)}
        before = {name: read(model) for name, model in models.items()}
        plain(self, *arguments, **options)
        found = reached.setdefault(sys._getframe(1).f_lineno, set())
        for name, model in models.items():
            pairs = zip(before[name], read(model), strict=True)
            if any(new is not None and (old is None or not torch.equal(old, new)) for old, new in pairs):
                found.add(name)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(torch.Tensor, "backward", backward)
        exec(compile(program, "program.py", "exec"), names)
    return reached


@pytest.mark.parametrize("program", [GAN, RECURRENT, HELPER], ids=["gan", "recurrent", "helper"])
def test_engine_calls_reach_what_the_picture_says(program: str) -> None:
    reached = note_reached(program)
    drawn = [item for picture in draw(program) for item in picture.items if item.kind is ItemKind.ENGINE]
    named = {item.location.span.start_line: set(item.models) for item in drawn}
    assert reached and all(named[line] == models for line, models in reached.items())


def test_functions_without_callers_have_pictures_of_their_own() -> None:
    first, second = draw(UNCALLED)
    assert [(item.title, item.location.span.start_line) for item in first.items] == [
        ("real.sum()", 5),
        ("torch.autograd.grad(real.sum(), image)", 5),
    ]
    assert [item.title for item in second.items] == ["path", "path.backward()"]


def test_what_has_nothing_to_do_with_the_rest_is_left_out() -> None:
    """Neither a log nor a table of unknown things is a tensor that anybody asks for."""
    (picture,) = draw(STRAY)
    assert [item.title for item in picture.items] == ["net(x)", "net(x).mean()", "net(x).mean().backward()"]


def test_choices_of_choices_are_looked_through_once() -> None:
    """Each line doubles the ways that lead to the first two tensors."""
    swap = "a, b = random.choice([a, b]), random.choice([b, a])\n"
    (picture,) = draw(
        f"import random, torch\na = torch.ones(2, requires_grad=True) * 2\nb = a.exp()\n{swap * 60}a.sum().backward()\n"
    )
    loss = next(item for item in picture.items if item.title == "a.sum()")
    into_loss = {picture.items[link.source].title for link in picture.links if link.target == loss.number}
    assert into_loss == {"a", "b"}
