"""What setup.cfg cannot say: with RETAIN_LINT_MYPYC=1 a wheel has the interpreter as machine code (docs/compiled.md).

The modules stay the same files, which also run as they are: without the variable, and in a checkout, nothing is compiled.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from setuptools import setup

#: what takes the time of an analysis
COMPILED = ("retain_lint/domain", "retain_lint/ir", "retain_lint/interpreter")
#: what of it stays Python, since it crosses process borders, which frozen classes of mypyc do not
PICKLED = tuple(f"retain_lint/domain/{name}.py" for name in ("call_site", "call_verdict", "picture"))
#: and since it asks lazily what mypyc would ask at once (generator expressions become lists), or runs once a file
LAZY = (
    "retain_lint/domain/finding.py",
    "retain_lint/interpreter/context/library_model.py",
    "retain_lint/interpreter/drivers",
    "retain_lint/interpreter/library",
    "retain_lint/interpreter/pictures",
)
#: what compiles it; asked for in that case only
COMPILER = "mypy>=2.4,<3"


def list_compiled(root: Path) -> list[str]:
    """The modules that are compiled, as paths from the root."""
    paths = sorted(path.relative_to(root) for folder in COMPILED for path in (root / folder).rglob("*.py"))
    pure = {Path(name) for name in (*PICKLED, *LAZY)}
    return [path.as_posix() for path in paths if path.name != "__init__.py" and pure.isdisjoint((path, *path.parents))]


def list_extensions(root: Path) -> list[object]:
    """The compiled modules as extensions. Only building a wheel needs them, not telling what it requires."""
    if "bdist_wheel" not in sys.argv:
        return []
    from mypyc.build import mypycify

    options = ["--config-file=", "--follow-imports=silent", "--ignore-missing-imports"]
    return list(mypycify([*options, *list_compiled(root)], opt_level="1", debug_level="0", multi_file=True))


if __name__ == "__main__":
    if os.environ.get("RETAIN_LINT_MYPYC") == "1":
        setup(setup_requires=[COMPILER], ext_modules=list_extensions(Path(__file__).resolve().parent))
    else:
        setup()
