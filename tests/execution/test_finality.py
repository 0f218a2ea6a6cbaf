"""A file's findings are final when all are checked that may import it."""

from __future__ import annotations

from pathlib import Path

import pytest

from retain_lint.execution.finality import find_final_counts

ENGINE = "\nloss.backward()\n"


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"a.py": ENGINE, "b.py": ENGINE, "c.py": ENGINE}, [1, 2, 3]),
        ({"a.py": "", "b.py": f"import a{ENGINE}", "c.py": ENGINE}, [2, 2, 3]),
        ({"a.py": "", "b.py": ENGINE, "c.py": f"from a import (\n    f,\n    g,\n){ENGINE}"}, [3, 3, 3]),
        ({"a.py": "", "b.py": ENGINE, "c.py": f"from pkg import \\\n    a{ENGINE}"}, [3, 3, 3]),
        # Through another file, which need not hold an engine call itself; a file without one tells nothing of others.
        ({"a.py": "", "b.py": "import a", "c.py": f"import b{ENGINE}"}, [3, 3, 3]),
        ({"a.py": "", "b.py": "import a", "c.py": ""}, [1, 2, 3]),
        # Two that import each other; a word of the same name elsewhere.
        ({"a.py": f"import b{ENGINE}", "b.py": f"import a{ENGINE}", "c.py": f"x = 'import a'{ENGINE}"}, [2, 2, 3]),
        # Packages: relative imports run the package's own file first.
        ({"p/__init__.py": "from .a import f", "p/a.py": "", "p/b.py": f"from . import f{ENGINE}"}, [3, 3, 3]),
        ({"a.py": "", "b.ipynb": '{"cells": [{"source": [\n   "from a import f\\n",\n "loss.backward()"]}]}'}, [2, 2]),
    ],
)
def test_final_counts(tmp_path: Path, files: dict[str, str], expected: list[int]) -> None:
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert find_final_counts([tmp_path / name for name in files]) == expected


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert find_final_counts([tmp_path / "absent.py", tmp_path / "gone.py"]) == [1, 2]
    assert find_final_counts([]) == []
