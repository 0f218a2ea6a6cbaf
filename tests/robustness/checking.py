"""One text through the whole analysis, with what must hold for any text."""

from __future__ import annotations

import time
from pathlib import Path

from retain_lint.frontend.text import SourceError, can_matter
from retain_lint.results.model import FileResult
from retain_lint.runner import Runner, describe_error

#: seconds of processor time that one file may take. A file that spends its whole budget of instructions has been seen to take
#: 16, and machines differ; this is for what does not end
BUDGET = 120.0
#: lets any text through the prefilter, and gives the names that training code has
PRELUDE = """import torch
from torch import nn
net = nn.Linear(3, 3)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.rand(2, 3)
loss = net(x).sum()
"""
ENDING = """
loss.backward(retain_graph=True)
loss.backward()
"""


def check_text(text: str) -> FileResult:
    """Checks a text. Raises AssertionError if the analysis raised, or took too long, or said more than one line."""
    data = text.encode("utf-8", "surrogatepass")
    assert can_matter(data) or b"backward" not in data
    start = time.process_time()
    try:
        result = Runner().check_bytes(Path("program.py"), data)
    except SourceError as error:
        result = FileResult(Path("program.py"), errors=(describe_error(error),))
    spent = time.process_time() - start
    assert spent < BUDGET, f"{spent:.1f} s:\n{text}"
    assert all(len(str(error).splitlines()) == 1 for error in result.errors)
    return result
