"""What a file says of a class that another one imports, read without running either: networks and datasets. Floor 3."""

from __future__ import annotations

from enum import Enum, auto

from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.ir.model import ImportFrom, MakeClass
from retain_lint.ir.walk import instructions_of
from retain_lint.torch_api.vocabulary import DATASET_TYPES, MODULE_TYPES


class ImportedKind(Enum):
    """What the objects of an imported class are."""

    NETWORK = auto()
    DATASET = auto()


def find_kind(m: Analysis, imported: ImportFrom) -> ImportedKind | None:
    """The kind of a class that another file of the project defines; None for the checked file's, and where it is not known."""
    path = m.program.project.find(m.context.module, imported.module, imported.level)
    loaded = None if path is None or str(path) == m.program.main else m.program.project.load(path)
    if loaded is None:
        return None
    classes = {i.name: i for i in instructions_of(loaded.module.body.body) if isinstance(i, MakeClass)}
    bases = _list_bases(classes, imported.name)
    if bases & MODULE_TYPES:
        return ImportedKind.NETWORK
    return ImportedKind.DATASET if any(base.endswith(DATASET_TYPES) for base in bases) else None


def _list_bases(classes: dict[str, MakeClass], name: str) -> set[str]:
    """The last names of all bases of a class, as far as they stand in its file."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        made = classes.get(waiting.pop())
        bases = made.base_names - found if made is not None else set()
        found |= bases
        waiting += bases
    return found
