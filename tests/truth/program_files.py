"""The programs under `programs/`: short scripts of the kind that articles and forum threads argue about.

Comments on their lines say what is to be reported: `# expect: CODE`. `# also: CODE` is another face of the same error,
which may be reported as well. `NAME.fixed.py` is NAME.py set right.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tests.truth.marks import find_marks

FOLDER = Path(__file__).parent / "programs"


@dataclass(frozen=True)
class Program:
    """A program and what is expected of it, as (line, code)."""

    path: Path
    code: str
    expected: frozenset[tuple[int, str]]
    allowed: frozenset[tuple[int, str]]

    @property
    def fixed(self) -> str:
        """The program set right. Raises FileNotFoundError if there is none."""
        return self.path.with_suffix(".fixed.py").read_text(encoding="utf-8")


def list_programs() -> list[Program]:
    """All programs, the fixed ones too, sorted by name."""
    return [_read_program(path) for path in sorted(FOLDER.glob("*.py"))]


def _read_program(path: Path) -> Program:
    code = path.read_text(encoding="utf-8")
    return Program(path, code, _read_codes(code, "expect"), _read_codes(code, "also"))


def _read_codes(code: str, mark: str) -> frozenset[tuple[int, str]]:
    marks = find_marks(code, mark).items()
    return frozenset((line, name.strip()) for line, names in marks for name in names.split(","))
