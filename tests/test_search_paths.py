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


def test_a_module_beside_the_file_adds_for_it(tmp_path: Path) -> None:
    assert find_helpers(b"import config\nfrom base import x\nimport os.path\n") == ["config", "base", "os"]
    lay_out(
        tmp_path,
        common__base="",
        main__config="import sys\nsys.path.append('../common')\n",
        main__train="import config\n",
    )
    assert Project(tmp_path).find(str(tmp_path / "main" / "train.py"), "base", 0) == tmp_path / "common" / "base.py"


def test_what_the_file_itself_has_beside_it_comes_first(tmp_path: Path) -> None:
    lay_out(tmp_path, lib__nets="", lib__other="", nets="", train="import sys\nsys.path.insert(0, 'lib')\n", plain="")
    project = Project(tmp_path)
    assert project.find(str(tmp_path / "train.py"), "nets", 0) == tmp_path / "nets.py"
    assert project.find(str(tmp_path / "train.py"), "other", 0) == tmp_path / "lib" / "other.py"
    assert project.find(str(tmp_path / "plain.py"), "other", 0) is None
