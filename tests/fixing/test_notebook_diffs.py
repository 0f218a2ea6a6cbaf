"""The diff of a notebook is of its cells, as they are seen in an editor, and not of the JSON that they are kept in."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.commands import run_lint

SETUP = "import torch\nfrom torch import nn\n\nnet = nn.Sequential(nn.Linear(4, 8), nn.Tanh())\n"
LOOP = 'for _ in range(3):\n    loss = net(torch.ones(1, 4)).mean()\n    print("loss", "\\t")\n    loss.backward({})'
DIFF = """\
--- training.ipynb:cell {cell}
+++ training.ipynb:cell {cell}
@@ -1,4 +1,4 @@
 for _ in range(3):
     loss = net(torch.ones(1, 4)).mean()
     print("loss", "\\t")
-    loss.backward(retain_graph=True)
+    loss.backward()
"""


@pytest.mark.parametrize("as_lines", [True, False])
def test_diff_is_of_cells(as_lines: bool, tmp_path: Path) -> None:
    loop = LOOP.format("retain_graph=True")
    order = [("code", SETUP), ("markdown", "*text*"), ("code", loop), ("code", loop)]
    cells: list[dict[str, Any]] = [
        {
            "cell_type": kind,
            "metadata": {},
            **({"execution_count": None, "outputs": []} if kind == "code" else {}),
            "source": text.splitlines(keepends=True) if as_lines else text,
        }
        for kind, text in order
    ]
    notebook = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    text = json.dumps(notebook, indent=1) + "\n"
    (tmp_path / "training.ipynb").write_text(text, encoding="utf-8")
    run = run_lint("check", "--diff", "--isolated", cwd=tmp_path)
    assert run.stdout == DIFF.format(cell=3) + DIFF.format(cell=4)
    assert (tmp_path / "training.ipynb").read_text(encoding="utf-8") == text
