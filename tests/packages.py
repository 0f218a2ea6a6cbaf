"""The package as it is in the working tree, elsewhere: installing it must not write to the tree."""

from __future__ import annotations

import shutil
from pathlib import Path

ROOT = Path(__file__).parent.parent
_PACKAGED = ("setup.py", "setup.cfg", "pyproject.toml", "README.md", "LICENSE", "retain_lint")


def copy_package(folder: Path, *more: str) -> None:
    """Copies what an installation needs, and more files of the repository, into a folder."""
    for name in (*_PACKAGED, *more):
        source, target = ROOT / name, folder / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target)
