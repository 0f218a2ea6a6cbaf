"""Which calls of an attribute `train` may mean which functions."""

from pathlib import Path

import pytest

from retain_lint.frontend.lower import lower_module
from retain_lint.frontend.reading import Reading
from retain_lint.frontend.text import read_source
from retain_lint.interpreter.effects.calling_names import is_called_by, mentioned_names
from retain_lint.ir.model import Function

FUNCTIONS = """
def train(given):
    pass

class Trainer:
    def train(self, given=None):
        pass

class Fitting:
    def train(self, net, batches):
        pass
"""
TRAIN, TRAINER, FITTING = "train", "Trainer.train", "Fitting.train"


def _lower(text: str) -> dict[str, Function]:
    source = read_source(Path("program.py"), text.encode())
    return {function.qualname: function for function in lower_module(Reading(source), "program").functions}


@pytest.mark.parametrize(
    ("body", "meant"),
    [
        ("net.train()", {TRAINER}),
        ("net.train(False)", {TRAINER}),
        ("net.train(mode=False)", {TRAINER}),
        ("self.net.train()", {TRAINER}),
        ("tools.train()", {TRAIN, TRAINER}),
        ("here = tools; here.train()", {TRAIN, TRAINER}),
        ("import tools; tools.loops.train(1)", {TRAIN, TRAINER}),
        ("net.train(batches, 3)", {TRAIN, TRAINER, FITTING}),
        ("net.train(*batches)", {TRAIN, TRAINER, FITTING}),
        ("net.train(batches=3)", {TRAIN, TRAINER, FITTING}),
        ("run(net.train)", {TRAIN, TRAINER, FITTING}),
        ("train(1)", {TRAIN, TRAINER, FITTING}),
        ("net.eval()", set()),
    ],
)
def test_which_functions_a_call_may_mean(body: str, meant: set[str]) -> None:
    functions = _lower(FUNCTIONS)
    names = frozenset(mentioned_names(_lower(f"def use(self, net, batches):\n    {body}\n")["use"].body))
    assert {name for name, function in functions.items() if is_called_by(function, names)} == meant


def test_what_is_only_read_is_no_word_of_lifetimes() -> None:
    def find(body: str) -> set[str]:
        return set(mentioned_names(_lower(f"def use(p, run):\n    {body}\n")["use"].body))

    assert "requires_grad" not in find("return p.requires_grad")
    assert "grad" in find("return p.grad")
