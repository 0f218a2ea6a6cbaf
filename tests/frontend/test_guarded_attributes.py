"""Attributes that are dead where the option does not hold under which a method assigned them."""

from __future__ import annotations

import ast
from itertools import chain

import pytest

from retain_lint.frontend.guarded_attributes import find_guarded_attributes

CLASS = """
class Model:
    def __init__(self, options):
        self.options = options

    def forward(self):
        {forward}

    def loss(self):
        {loss}

{after}
"""
FORWARD = "if self.options.mirrored:\n            self.mirror = self.net(-self.real)"
LOSS = "if self.options.mirrored:\n            return self.mirror.mean()"
DEAD = [
    (FORWARD, LOSS),
    (FORWARD, "if self.options.mirrored and self.weight > 0:\n            return self.mirror.mean()"),
    (f"{FORWARD}\n            self.more = f(self.mirror)", LOSS),
]
LIVE = [
    (FORWARD, "return self.mirror.mean()\n        if self.other: pass"),
    (FORWARD, "if self.options.other:\n            return self.mirror.mean()"),
    (FORWARD, f"{LOSS}\n        else:\n            return self.mirror.sum()"),
    (FORWARD, f"{LOSS}\n        self.mirror = None"),
    (FORWARD, f"{LOSS}\n        self.options.mirrored = False"),
    ("if self.options.mirrored:\n            self.mirror = self.net(self.mirror)", LOSS),
    ("if self.options.mirrored:\n            if self.on:\n                self.mirror = self.net(1)", LOSS),
    ("if self.options.mirrored():\n            self.mirror = self.net(1)", LOSS.replace("mirrored", "mirrored()")),
    ("if other.mirrored:\n            self.mirror = self.net(1)", LOSS.replace("self.options", "other")),
]


def names_of(forward: str, loss: str, after: str = "") -> set[str]:
    """What is dead somewhere in a class with these methods, in a file that goes on so."""
    text = CLASS.format(forward=forward, loss=loss, after=after)
    return set(chain.from_iterable(find_guarded_attributes(ast.parse(text), text).values()))


@pytest.mark.parametrize("forward,loss", DEAD)
def test_what_is_read_under_the_same_option_alone_is_dead(forward: str, loss: str) -> None:
    assert "mirror" in names_of(forward, loss)
    assert "mirror" not in names_of(forward, loss, "def show(model):\n    return model.mirror")


@pytest.mark.parametrize("forward,loss", LIVE)
def test_what_may_be_read_elsewhere_is_live(forward: str, loss: str) -> None:
    assert "mirror" not in names_of(forward, loss)
