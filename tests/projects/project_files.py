"""The projects under `programs/`: one folder a project, one fact a project.

A project is started by its `main.py`, `train.py`, `scripts/train.py` or `outside/client.py`; what lies in `outside` runs but is not checked.
Comments at the end of a line say what is expected there, in whichever file the finding belongs to:

- `# expect: CODE`: torch errs here, and the analysis says so;
- `# silent: CODE`: torch errs here, and the analysis says nothing, for the reason that a line `# reason: ...` gives;
- `# also: CODE`: another face of the same error, which may be reported as well.

A line `# unmended: CODE` says of the following line that the fix which is offered there does not help, for the reason given.
A line `# instead: text` says what stands in place of the following line when the project is set right.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path

from tests.truth.marks import find_marks

FOLDER = Path(__file__).parent / "programs"
OUTSIDE = "outside"
_STARTS = ("main.py", "train.py", "scripts/train.py", f"{OUTSIDE}/client.py")
_REASON = re.compile(r"^# reason: (.*)$", re.MULTILINE)
_INSTEAD = re.compile(r"^([ \t]*)# instead: (.*)\n(.*)$", re.MULTILINE)

#: a file of the project, a line of it
Place = tuple[str, int]
#: a place and a code
Mark = tuple[str, int, str]


@dataclass(frozen=True)
class Project:
    """A project's files by their paths inside of it."""

    name: str
    files: dict[str, str]

    @property
    def start(self) -> str:
        """The script that starts it. Raises StopIteration if there is none."""
        return next(path for path in _STARTS if path in self.files)

    @property
    def checked(self) -> dict[str, str]:
        """The files that the analysis sees."""
        return {path: text for path, text in self.files.items() if not path.startswith(OUTSIDE)}

    @property
    def fixed(self) -> Project:
        """The project set right as its `instead` lines say; every line keeps its number."""
        return replace(self, files={path: _INSTEAD.sub(r"\1#\n\1\2", text) for path, text in self.files.items()})

    @property
    def reasons(self) -> list[str]:
        """Why what is silent is so."""
        return [reason for text in self.files.values() for reason in _REASON.findall(text)]

    def marks(self, *names: str) -> frozenset[Mark]:
        """What the comments of these names say."""
        return frozenset(
            (path, line, code.strip())
            for path, text in self.files.items()
            for name in names
            for line, codes in find_marks(text, name).items()
            for code in codes.split(",")
        )

    def edited(self, path: str, text: str) -> Project:
        """The project with another text for one file."""
        return replace(self, files={**self.files, path: text})

    def write(self, folder: Path) -> None:
        """Lays the checked files out in a folder, as a repository of their own."""
        for path, text in {**self.checked, "pyproject.toml": ""}.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")


def list_projects() -> list[Project]:
    """All projects, sorted by name."""
    return [_read_project(folder) for folder in sorted(FOLDER.iterdir()) if folder.is_dir()]


def _read_project(folder: Path) -> Project:
    files = {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in sorted(folder.rglob("*.py"))}
    return Project(folder.name, files)
