"""Which files of a project use another one: by words first, then by what their imports resolve to."""

from __future__ import annotations

from pathlib import Path

import pytest

from retain_lint.project import importer_search
from retain_lint.project.files import MAX_BYTES, Files
from retain_lint.project.importer_search import MAX_ANCESTORS, find_importers
from retain_lint.project.loader import MAX_OFFERING, Project

LIBRARY = "class Model:\n    pass\n"
USER = "from lib import Model\n"


def lay_out(top: Path, **files: str) -> None:
    """Writes files by path, `__` standing for a folder."""
    for name, text in files.items():
        path = top.joinpath(*name.split("__")).with_suffix(".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def found(top: Path, path: str, *names: str) -> list[str]:
    """The importers of a file, by their paths."""
    return [file.relative_to(top).as_posix() for file in find_importers(top / path, names or ("Model",), Files())]


def used(top: Path, importer: str, target: str) -> bool:
    return Project(top).uses(top / importer, top / target)


@pytest.fixture
def top(tmp_path: Path) -> Path:
    """A project of its own inside the temporary folder."""
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "pyproject.toml").touch()
    return folder


class TestFindImporters:
    def test_a_file_that_names_the_package_around_comes_last(self, top: Path) -> None:
        lay_out(top, pkg__lib=LIBRARY, a="from pkg import Model\n", b="from pkg.lib import Model\n", c="Model = 1\n")
        (top / "pkg" / "__init__.py").write_text("from pkg.lib import Model\n")
        assert found(top, "pkg/lib.py") == ["b.py", "a.py"]

    def test_a_file_that_names_module_and_class_is_found(self, top: Path) -> None:
        lay_out(top, lib=LIBRARY, train=USER, other="import os\n", talks="lib = Model = 1\n")
        assert found(top, "lib.py") == ["train.py"]

    def test_the_file_itself_is_not_found(self, top: Path) -> None:
        lay_out(top, lib=f"import lib\n{LIBRARY}")
        assert found(top, "lib.py") == []

    def test_a_module_called_setup_begins_no_project(self, top: Path) -> None:
        lay_out(
            top,
            core__lib=LIBRARY,
            core__main="from core.lib import Model\n",
            core__setup="def make_folders():\n    pass\n",
        )
        assert used(top, "core/main.py", "core/lib.py")
        lay_out(top, core__setup="from setuptools import setup\n\nsetup()\n")
        assert not used(top, "core/main.py", "core/lib.py")

    def test_one_of_the_names_is_enough(self, top: Path) -> None:
        lay_out(top, lib=LIBRARY, train="from lib import Helper\n")
        assert found(top, "lib.py", "Model", "Helper") == ["train.py"]
        assert found(top, "lib.py", "Model") == []

    def test_a_word_counts_only_as_a_whole(self, top: Path) -> None:
        lay_out(top, lib=LIBRARY, train="from libs import Model\n", test="from lib import Models\n")
        assert found(top, "lib.py") == []

    def test_a_package_is_known_by_its_folder(self, top: Path) -> None:
        lay_out(top, models__nets=LIBRARY, train="from models import Model\n", other="from __init__ import Model\n")
        (top / "models" / "__init__.py").write_text(LIBRARY, encoding="utf-8")
        assert found(top, "models/__init__.py") == ["train.py"]

    def test_the_closest_come_first(self, top: Path) -> None:
        lay_out(top, a__b__lib=LIBRARY, a__b__near=USER, a__c__far=USER, a__b__d__inside=USER, main=USER)
        assert found(top, "a/b/lib.py") == ["a/b/near.py", "a/b/d/inside.py", "a/c/far.py", "main.py"]

    @pytest.mark.parametrize("marker", importer_search.ROOT_MARKERS)
    def test_a_project_file_ends_the_search(self, tmp_path: Path, marker: str) -> None:
        lay_out(tmp_path, outside=USER, project__pkg__lib=LIBRARY, project__main=USER)
        (tmp_path / "project" / marker).write_text("import setuptools\n", encoding="utf-8")
        assert found(tmp_path, "project/pkg/lib.py") == ["project/main.py"]

    def test_without_a_project_file_the_highest_folder_with_python_files_is_the_top(self, tmp_path: Path) -> None:
        top = tmp_path.joinpath(*map(str, range(MAX_ANCESTORS)))  # as deep as a search goes up, whatever lies above
        lay_out(top, a__b__lib=LIBRARY, a__main=USER, a__c__other=USER, d__unrelated=USER)
        assert found(top, "a/b/lib.py") == ["a/main.py", "a/c/other.py"]

    def test_without_a_project_file_the_folder_of_the_run_is_the_top(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        top = tmp_path.joinpath(*map(str, range(MAX_ANCESTORS)))
        lay_out(top, a__b__lib=LIBRARY, c__other=USER)
        assert found(top, "a/b/lib.py") == []
        monkeypatch.chdir(top)
        assert found(top, "a/b/lib.py") == ["c/other.py"]
        (top / "a" / "pyproject.toml").touch()
        assert found(top, "a/b/lib.py") == []

    def test_the_folder_of_the_run_ends_the_search(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        lay_out(tmp_path, outside=USER, project__pkg__lib=LIBRARY, project__main=USER)
        monkeypatch.chdir(tmp_path / "project")
        assert found(tmp_path, "project/pkg/lib.py") == ["project/main.py"]

    def test_the_home_of_a_user_is_no_project(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        top = tmp_path.joinpath(*map(str, range(MAX_ANCESTORS)))
        lay_out(top, a__b__lib=LIBRARY, c__other=USER)
        monkeypatch.chdir(top)
        monkeypatch.setenv("HOME", str(top))
        monkeypatch.setenv("USERPROFILE", str(top))
        assert found(top, "a/b/lib.py") == []

    @pytest.mark.parametrize("folder", ["venv", "site-packages", "build", ".hidden", "__pycache__"])
    def test_folders_of_other_code_are_left_out(self, top: Path, folder: str) -> None:
        lay_out(top, lib=LIBRARY, main=USER)
        (top / folder).mkdir()
        (top / folder / "copy.py").write_text(USER, encoding="utf-8")
        assert found(top, "lib.py") == ["main.py"]

    def test_a_file_that_is_too_large_is_left_out(self, top: Path) -> None:
        lay_out(top, lib=LIBRARY, main=USER + "#" * MAX_BYTES, small=USER)
        assert found(top, "lib.py") == ["small.py"]

    def test_only_so_many_files_are_looked_at(self, top: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        lay_out(top, pkg__lib=LIBRARY, pkg__near=USER, far=USER)
        monkeypatch.setattr(importer_search, "MAX_FILES", 2)
        assert found(top, "pkg/lib.py") == ["pkg/near.py"]

    def test_files_are_read_once(self, top: Path) -> None:
        lay_out(top, lib=LIBRARY, main=USER)
        files = Files()
        assert find_importers(top / "lib.py", ("Model",), files) == [top / "main.py"]
        (top / "main.py").write_text("", encoding="utf-8")
        assert find_importers(top / "lib.py", ("Model",), files) == [top / "main.py"]
        assert files.words.keys() == {top / "main.py"}
        assert files.words[top / "main.py"] == {b"from", b"lib", b"import", b"Model"}

    def test_what_cannot_be_read_is_passed_over(self, top: Path) -> None:
        lay_out(top, lib=LIBRARY, main=USER)
        (top / "broken.py").symlink_to(top / "nowhere.py")
        assert found(top, "lib.py") == ["main.py"]


class TestUses:
    @pytest.mark.parametrize(
        "code",
        [
            "import pkg.core\n",
            "import pkg.core as c\n",
            "from pkg import core\n",
            "from pkg.core import Model\n",
            "from pkg.core import *\n",
            "def load():\n    from pkg import core\n",
            "class A:\n    def make(self):\n        import pkg.core\n",
            "try:\n    import missing\nexcept ImportError:\n    from pkg import core\n",
            "if True:\n    from pkg import core as c\n",
        ],
    )
    def test_every_style_of_import_counts(self, top: Path, code: str) -> None:
        lay_out(top, pkg__core=LIBRARY, main=code)
        (top / "pkg" / "__init__.py").touch()
        assert used(top, "main.py", "pkg/core.py")

    @pytest.mark.parametrize(
        "code", ["from . import core\n", "from .core import Model\n", "from ..pkg.core import Model\n"]
    )
    def test_relative_imports_count(self, top: Path, code: str) -> None:
        lay_out(top, pkg__core=LIBRARY, pkg__user=code)
        assert used(top, "pkg/user.py", "pkg/core.py")

    def test_a_package_that_holds_the_file_counts(self, top: Path) -> None:
        lay_out(top, pkg__sub__core=LIBRARY, main="import pkg\n")
        (top / "pkg" / "__init__.py").write_text("from .sub.core import Model\n", encoding="utf-8")
        assert used(top, "main.py", "pkg/sub/core.py")

    @pytest.mark.parametrize(
        "text",
        [
            "from .other import Model\n",
            '__all__ = ["core"]\n',
            "def __getattr__(name):\n    return load(name)\n",
            "import importlib\n\n\ndef load(name):\n    return importlib.import_module(name)\n",
        ],
    )
    def test_a_package_that_may_offer_what_it_holds_counts(self, top: Path, text: str) -> None:
        lay_out(top, pkg__core=LIBRARY, pkg__other="from pkg.core import Model\n", main="from pkg import Model\n")
        (top / "pkg" / "__init__.py").write_text(text, encoding="utf-8")
        assert used(top, "main.py", "pkg/core.py")

    def test_a_package_offers_what_other_packages_offer_it(self, top: Path) -> None:
        lay_out(top, pkg__core=LIBRARY, pkg__sub__api="from ..core import Model\n", main="from pkg import Model\n")
        (top / "pkg" / "__init__.py").write_text("from .sub import *\n", encoding="utf-8")
        (top / "pkg" / "sub" / "__init__.py").write_text("from .api import Model\n", encoding="utf-8")
        assert used(top, "main.py", "pkg/core.py")

    def test_of_a_package_that_leads_to_many_files_not_all_are_asked(self, top: Path) -> None:
        count = MAX_OFFERING
        lay_out(top, pkg__core=LIBRARY, main="from pkg import Model\n")
        lay_out(top, **{f"pkg__part_{i}": f"from .part_{i + 1} import *\n" for i in range(count)})
        (top / "pkg" / "__init__.py").write_text("from .part_2 import *\n", encoding="utf-8")
        assert not used(top, "main.py", "pkg/core.py")
        (top / "pkg" / "__init__.py").write_text("from .part_0 import *\n", encoding="utf-8")
        assert used(top, "main.py", "pkg/core.py")

    @pytest.mark.parametrize(
        "text", ["", "import os\n\n\ndef clean(path):\n    os.remove(path)\n", "from .other import *\n"]
    )
    def test_a_package_that_offers_nothing_does_not_count(self, top: Path, text: str) -> None:
        lay_out(top, pkg__core=LIBRARY, pkg__other=LIBRARY, main="from pkg import other, Model\n")
        (top / "pkg" / "__init__.py").write_text(text, encoding="utf-8")
        assert not used(top, "main.py", "pkg/core.py")
        assert used(top, "main.py", "pkg/other.py")

    def test_a_package_below_src_counts(self, top: Path) -> None:
        lay_out(top, src__pkg__core=LIBRARY, scripts__train="from pkg.core import Model\n")
        assert used(top, "scripts/train.py", "src/pkg/core.py")

    @pytest.mark.parametrize(
        "code",
        [
            "import other\n",
            "from other import Model\n",
            "import core\n",
            "print('pkg.core', 'import Model')\n",
            "from .missing import Model\n",
            "import torch.core\n",
        ],
    )
    def test_other_imports_do_not(self, top: Path, code: str) -> None:
        lay_out(top, pkg__core=LIBRARY, other=LIBRARY, main=code)
        assert not used(top, "main.py", "pkg/core.py")

    def test_a_file_of_the_same_name_elsewhere_does_not(self, top: Path) -> None:
        lay_out(top, a__core=LIBRARY, b__core=LIBRARY, b__main="from core import Model\n")
        assert used(top, "b/main.py", "b/core.py")
        assert not used(top, "b/main.py", "a/core.py")

    def test_what_cannot_be_parsed_uses_nothing(self, top: Path) -> None:
        lay_out(top, lib=LIBRARY, main="from lib import (\n")
        assert not used(top, "main.py", "lib.py")
        assert not used(top, "absent.py", "lib.py")

    def test_files_that_import_each_other(self, top: Path) -> None:
        lay_out(top, lib=f"import main\n{LIBRARY}", main="import lib\n")
        assert used(top, "main.py", "lib.py") and used(top, "lib.py", "main.py")


def test_files_that_call_what_is_looked_for_come_first(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").touch()
    for name, call in (("a_look.py", "show"), ("b_train.py", "fit"), ("c_show.py", "show")):
        (tmp_path / name).write_text(f"from lib import Model\nModel().{call}()\n")
    (tmp_path / "lib.py").write_text("class Model: ...\n")
    found = find_importers(tmp_path / "lib.py", ("Model",), Files(), ("fit",))
    assert [file.name for file in found] == ["b_train.py", "a_look.py", "c_show.py"]
