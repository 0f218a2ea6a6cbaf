"""What is compiled, and what must not be: the build option of setup.py, held without a compiler."""

from __future__ import annotations

import importlib
import pkgutil
import runpy
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import is_dataclass
from pathlib import Path
from typing import Any, get_args, get_type_hints

import retain_lint
from retain_lint.results.model import FileResult
from tests.packages import copy_package

ROOT = Path(__file__).parent.parent
SETUP = runpy.run_path(str(ROOT / "setup.py"), run_name="setup")
COMPILED = frozenset(name.removesuffix(".py").replace("/", ".") for name in SETUP["list_compiled"](ROOT))
#: what building a wheel does before it asks for a C compiler
TRANSLATE = """
import pathlib, runpy, sys
sys.argv = ["setup.py", "bdist_wheel"]
runpy.run_path("setup.py")["list_extensions"](pathlib.Path())
"""


def each_class() -> Iterator[type]:
    """The classes of all modules."""
    for found in pkgutil.walk_packages(retain_lint.__path__, "retain_lint."):
        if not found.name.endswith("__main__"):
            module = importlib.import_module(found.name)
            yield from (one for one in vars(module).values() if isinstance(one, type) and one.__module__ == found.name)


def classes_in(annotation: Any) -> Iterator[type]:
    """The classes that an annotation names."""
    if isinstance(annotation, type):
        yield annotation
    for argument in get_args(annotation):
        yield from classes_in(argument)


def test_what_setup_names_is_there() -> None:
    assert all((ROOT / name).is_dir() for name in SETUP["COMPILED"])
    for name in (*SETUP["PICKLED"], *SETUP["LAZY"]):
        assert (ROOT / name).exists() and name.startswith(SETUP["COMPILED"]), name


def test_what_takes_the_time_is_compiled() -> None:
    assert {"retain_lint.domain.canonical", "retain_lint.ir.model", "retain_lint.interpreter.paths.blocks"} <= COMPILED
    assert not any(name.startswith(("retain_lint.interpreter.library.", "retain_lint.rules.")) for name in COMPILED)


def test_results_cross_process_borders() -> None:
    met: set[type] = set()
    pending: list[type] = [FileResult]
    while pending:
        kind = pending.pop()
        if kind not in met and is_dataclass(kind):
            met.add(kind)
            pending += (one for hint in get_type_hints(kind).values() for one in classes_in(hint))
    assert {kind.__name__ for kind in met} >= {"CallVerdict", "Picture", "Diagnostic"}
    assert not [kind for kind in met if kind.__module__ in COMPILED]


def test_python_classes_derive_from_python_classes() -> None:
    pairs = [(one, base) for one in each_class() for base in one.__bases__ if base.__module__ in COMPILED]
    assert pairs and not [one for one, _ in pairs if one.__module__ not in COMPILED]


def test_mypyc_translates_it(tmp_path: Path) -> None:
    copy_package(tmp_path)
    run = subprocess.run([sys.executable, "-c", TRANSLATE], cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode == 0, [line for line in run.stdout.splitlines() if "warning:" not in line]
    assert list((tmp_path / "build").glob("*canonical.c"))
