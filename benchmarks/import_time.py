"""Start-up cost of the tables of torch's names, beside that of the parser for newer syntax.

    python benchmarks/import_time.py [rounds]

Each line is the least time in ms, over several fresh interpreters, that one statement takes after `import re, enum,
dataclasses, functools, typing`, which everything needs anyway. All modules are compiled beforehand.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile

STATEMENTS = {
    "lookup (roles, layers, optimisers)": "import retain_lint.torch_api.lookup",
    "lookup and the op tables": "from retain_lint.torch_api.lookup import find_op; find_op('torch.exp')",
    "libcst": "import libcst",
}
TEMPLATE = """
import dataclasses, enum, functools, re, typing
from time import perf_counter
start = perf_counter()
{statement}
print(1000 * (perf_counter() - start))
"""


def measure(statement: str, rounds: int, bytecode: str) -> float:
    """The least milliseconds of one statement over fresh interpreters; the first of them fills the bytecode cache."""
    command = [sys.executable, "-c", TEMPLATE.format(statement=statement)]
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": bytecode, "PYTHONDONTWRITEBYTECODE": ""}
    runs = [
        subprocess.run(command, capture_output=True, text=True, check=True, env=environment) for _ in range(rounds + 1)
    ]
    return min(float(run.stdout) for run in runs[1:])


def main() -> None:
    """Prints one line a statement."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    with tempfile.TemporaryDirectory() as bytecode:
        for label, statement in STATEMENTS.items():
            print(f"{measure(statement, rounds, bytecode):7.1f} ms  {label}")


if __name__ == "__main__":
    main()
