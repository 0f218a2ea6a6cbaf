"""Files that torch cannot get into are not interpreted: neither they, nor what they import, nor their users import it."""

from pathlib import Path

import pytest

from retain_lint.runner import Runner

TAPE = """
def train(loss):
    loss.backward()
    loss.backward()
"""
#: by situation: the files of a project, of which `tape.py` is checked, and whether torch can get into it
PROJECTS = {
    "alone": ({}, False),
    "torch in its own text": ({"tape.py": "import torch\n" + TAPE}, True),
    "a flag of torch's": ({"tape.py": TAPE.replace("()", "(retain_graph=True)")}, True),
    "imported by a file without torch": ({"main.py": "from tape import train\n"}, False),
    "imported by a file with torch": ({"main.py": "import torch\nfrom tape import train\n"}, True),
    "torch behind the user": ({"main.py": "from tape import train\nimport net\n", "net.py": "import torch\n"}, True),
    "torch behind an import": ({"tape.py": "from net import *\n" + TAPE, "net.py": "import torch.nn as nn\n"}, True),
    "torch behind names in brackets": (
        {
            "tape.py": f"from pkg import (\n    net,\n)\n{TAPE}",
            "pkg/__init__.py": "",
            "pkg/net.py": "from torch import nn\n",
        },
        True,
    ),
    "a framework on torch": ({"tape.py": "from fastai.vision import *\n" + TAPE}, True),
    "files that import each other": ({"tape.py": "import net\n" + TAPE, "net.py": "import tape\n"}, False),
    "a comment elsewhere": ({"tape.py": "import net\n" + TAPE, "net.py": "# not torch\n"}, False),
}


@pytest.mark.parametrize("situation", PROJECTS)
def test_a_file_is_interpreted_if_torch_can_get_into_it(situation: str, tmp_path: Path) -> None:
    files, concerns = PROJECTS[situation]
    for name, text in {"setup.cfg": "", "tape.py": TAPE, **files}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    result = Runner().check_file(tmp_path / "tape.py")
    assert result.errors == ()
    assert bool(result.statistics) is concerns
    assert bool(result.calls) is concerns


def test_a_syntax_error_is_reported_without_torch_too(tmp_path: Path) -> None:
    (tmp_path / "tape.py").write_text("loss.backward()\nif\n", encoding="utf-8")
    assert Runner().check_file(tmp_path / "tape.py").errors != ()
