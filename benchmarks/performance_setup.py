"""What performance.py measures and with what: the tools, each in an environment of its own, and the unpacked wheels. All
versions are pinned, so that two runs differ in the machine alone."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import venv
import zipfile
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]
WHEELS = {
    "diffusers": "0.42.1",
    "transformers": "5.24.0",
    "torchrl": "0.14.1",
    "monai": "1.6.1",
    "deepspeed": "0.19.8",
    "pytorch-lightning": "2.6.6",
}
TOOLS = {
    "flake8": ("flake8==7.3.0",),
    "ruff": ("ruff==0.14.6",),
    "torchfix": ("torchfix==0.7.0",),
    "torch-preflight": ("torch-preflight==0.5.0",),
    "retain-lint": (str(HERE), "flake8==7.3.0"),
}


@dataclass(frozen=True, slots=True)
class Setup:
    """A folder with everything that a measurement needs."""

    folder: Path

    def tool(self, name: str, *command: str) -> list[str]:
        """A command of a tool's environment, which is made the first time."""
        place = self.folder / "tools" / name
        if not place.exists():
            venv.create(place, with_pip=True)
            _run(str(place / "bin" / "python"), "-m", "pip", "install", "--quiet", *TOOLS[name])
        return [str(place / "bin" / command[0]), *command[1:]]

    def tree(self, names: list[str]) -> Path:
        """A folder with the Python files of these packages."""
        tree = self.folder / "-".join(["tree", *names])
        for name in [] if tree.exists() else names:
            _unpack(self._download(name), tree)
        return tree

    def _download(self, name: str) -> Path:
        place = self.folder / "wheels" / name
        if not place.exists():
            wanted = f"{name}=={WHEELS[name]}"
            _run(sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(place), wanted)
        return next(place.iterdir())


def count_files(tree: Path) -> int:
    """How many Python files there are."""
    return sum(1 for _ in tree.rglob("*.py"))


def _unpack(archive: Path, tree: Path) -> None:
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            wheel.extractall(tree, [name for name in wheel.namelist() if name.endswith(".py")])
        return
    with tarfile.open(archive) as sources:
        members = [member for member in sources.getmembers() if member.name.endswith(".py")]
        sources.extractall(tree, members, filter="data")


def _run(*command: str) -> None:
    subprocess.run(command, check=True)
