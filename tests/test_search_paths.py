"""Which folders a file adds to `sys.path`."""

from __future__ import annotations

from pathlib import Path

import pytest

from retain_lint.project.loader import Project
from retain_lint.project.search_paths import find_added, find_helpers
from tests.test_importers import lay_out


@pytest.mark.parametrize(
    "text, added",
    [
        ("import sys\nsys.path.append('core')", [("core",)]),
        ("import sys\nsys.path.insert(0, '../lib/')", [("lib",)]),
        ("import sys\nsys.path.append('/home/someone/code/FreeVC')", [("FreeVC",)]),
        ("import sys\nsys.path.append('..')", []),
        ("import sys\nsys.path.append(os.getcwd())", []),
        ("import sys\nsys.path.append('{}/up'.format(here))", []),
        ("import sys\nLIB = osp.join(osp.dirname(__file__), '..', 'lib')\nsys.path.insert(0, LIB)", [("lib",)]),
        (
            "import sys\nROOT = Path(__file__).parent\nSRC = ROOT / 'code' / 'src'\nsys.path.insert(0, str(SRC))",
            [("code", "src")],
        ),
        (
            "import sys\ndef add(p):\n    sys.path.insert(0, p)\nadd('lib')\nadd(join(here, 'data'))",
            [("lib",), ("data",)],
        ),
        ("import sys\nx = 'lib'\nprint(sys.path, x)", []),
        ("import sys\nsys.path.append('lib'\n", []),
        ("import sys\na = b\nb = a\nsys.path.append(a)", []),
    ],
)
def test_folders_are_read_from_what_is_added(text: str, added: list[tuple[str, ...]]) -> None:
    assert find_added(text.encode()) == added


def test_modules_that_add_to_the_path_go_by_their_names() -> None:
    assert find_helpers(
        b"import _init_paths\nfrom pathlib import Path\nimport os.path\nfrom set_path import root\n"
    ) == [
        "_init_paths",
        "set_path",
    ]


def test_what_the_file_itself_has_beside_it_comes_first(tmp_path: Path) -> None:
    lay_out(tmp_path, lib__nets="", lib__other="", nets="", train="import sys\nsys.path.insert(0, 'lib')\n", plain="")
    project = Project(tmp_path)
    assert project.find(str(tmp_path / "train.py"), "nets", 0) == tmp_path / "nets.py"
    assert project.find(str(tmp_path / "train.py"), "other", 0) == tmp_path / "lib" / "other.py"
    assert project.find(str(tmp_path / "plain.py"), "other", 0) is None
