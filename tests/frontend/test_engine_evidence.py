"""Code that cannot send anything backward is not lowered; whatever may do so is."""

from __future__ import annotations

from pathlib import Path

import pytest

from retain_lint.frontend.engine_evidence import may_run_engine
from retain_lint.frontend.reading import Reading
from retain_lint.frontend.text import SourceText
from retain_lint.runner import Runner
from tests.truth.program_files import FOLDER

WITHOUT = {
    "a docstring": '"""Call loss.backward(retain_graph=True), then optimizer.step()."""\n',
    "a comment": "import torch  # torch.autograd.grad(loss, x)\n",
    "a custom function": (
        "import torch\n\n\nclass Double(torch.autograd.Function):\n"
        "    @staticmethod\n    def forward(ctx, x):\n        return x * 2\n\n"
        "    @staticmethod\n    def backward(ctx, gradient):\n        return gradient * 2\n"
    ),
    "a tensor's gradient": "import torch\n\nx = torch.ones(3)\nprint(x.grad, torch.autograd.Variable)\n",
}
WITH = {
    "a method": "loss.backward()\n",
    "a method that is handed on": "run(loss.backward)\n",
    "a method by its text": 'getattr(loss, "backward")()\n',
    "an imported function": "from torch.autograd import backward as send\n\nsend(loss)\n",
    "autograd.grad": "import torch\n\ntorch.autograd.grad(y, x)\n",
    "functorch": "from torch.func import grad\n\ngrad(f)(x)\n",
    "a keyword": "run(loss, retain_graph=True)\n",
    "a keyword by its text": 'run(loss, **{"create_graph": True})\n',
    "a parameter": "def run(loss, retain_graph):\n    helper(loss, retain_graph)\n",
    "a step": "trainer.step(loss)\n",
    "an optimiser by its name": "create_supervised_trainer(model, optimizer, loss)\n",
    "Python 2": "print 'a'\n",
}


def source(text: str) -> SourceText:
    return SourceText("file.py", text, "utf-8", "\n")


@pytest.mark.parametrize("name", WITHOUT)
def test_words_alone_are_no_evidence(name: str) -> None:
    assert not may_run_engine(Reading(source(WITHOUT[name])))
    analysed = Runner().check_source(source(WITHOUT[name]))
    assert (analysed.reported, analysed.calls) == ((), ())


@pytest.mark.parametrize("name", WITH)
def test_what_may_run_the_engine_is_evidence(name: str) -> None:
    assert may_run_engine(Reading(source(WITH[name])))


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.stem)
def test_programs_that_err_have_evidence(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert may_run_engine(Reading(source(text))) or "expect:" not in text
